import { HistoryQuery, HistoryReply, limits, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Services } from '../services.js'
import { authorize } from './authorize.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'

const Address = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address), v.regex(/^[-.%a-zA-Z0-9]+$/, "isn't an address")),
})

export const historyOperations: readonly Operation[] = [
  {
    id: 'getHistory',
    method: 'get',
    path: paths.history,
    group: 'Accounts',
    summary: 'Lists what an account did and had done to it, and what it bought, newest first.',
    access: 'project',
    feature: 'history',
    param: Address,
    query: HistoryQuery,
    reply: { schema: HistoryReply },
  },
]

/** What accounts did. @see S7.5 */
export function history(services: Services): Hono<Env> {
  const authorized = authorize({ services, origins: 'own', feature: 'history' })
  return new Hono<Env>().get(
    paths.history,
    authorized,
    parse('param', Address),
    parse('query', HistoryQuery),
    async (c) => {
      const { address } = c.req.valid('param')
      const page = await services.history.of({ address, ...c.req.valid('query'), signal: c.req.raw.signal })
      return c.json(page satisfies HistoryReply)
    },
  )
}
