import { ApprovalsQuery, ApprovalsReply, paths } from '@foyer/core/wire'
import { Hono } from 'hono'
import type { Services } from '../services.js'
import { AccountParam } from './accountParam.js'
import { authorize } from './authorize.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { parse } from './parse.js'

export const approvalOperations: readonly Operation[] = [
  {
    id: 'listApprovals',
    method: 'get',
    path: paths.approvals,
    group: 'Accounts',
    summary: 'Lists what others may take of an account, as the chain has it now, and says whether that is all.',
    access: 'project',
    feature: 'history',
    param: AccountParam,
    query: ApprovalsQuery,
    reply: { schema: ApprovalsReply },
  },
]

/** What accounts approved and didn't take back. */
export function approvals(services: Services): Hono<Env> {
  return new Hono<Env>().get(
    paths.approvals,
    authorize({ services, origins: 'own', feature: 'history' }),
    parse('param', AccountParam),
    parse('query', ApprovalsQuery),
    async (c) => {
      const { address } = c.req.valid('param')
      const { chainId } = c.req.valid('query')
      const reply = await services.approvals.of({ address, chainId, signal: c.req.raw.signal })
      return c.json(reply satisfies ApprovalsReply)
    },
  )
}
