import { HistoryQuery, HistoryReply, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import type { Services } from '../services.js'
import { AccountParam } from './accountParam.js'
import { authorize } from './authorize.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'

export const historyOperations: readonly Operation[] = [
  {
    id: 'getHistory',
    method: 'get',
    path: paths.history,
    group: 'Accounts',
    summary: 'Lists what an account did and had done to it, and what it bought, newest first.',
    access: 'project',
    feature: 'history',
    param: AccountParam,
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
    parse('param', AccountParam),
    parse('query', HistoryQuery),
    async (c) => {
      const { address } = c.req.valid('param')
      const page = await services.history.of({ address, ...c.req.valid('query'), signal: c.req.raw.signal })
      return c.json(page satisfies HistoryReply)
    },
  )
}
