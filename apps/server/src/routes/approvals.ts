import { ApprovalsQuery, ApprovalsReply, paths } from '@foyer/core/wire'
import { AccountParam } from './accountParam.js'
import { route } from './route.js'

/** What accounts approved and didn't take back. */
export const approvals = [
  route(
    {
      id: 'listApprovals',
      cost: 10,
      method: 'get',
      path: paths.approvals,
      group: 'Accounts',
      summary: 'Lists what others may take of an account, as the chain has it now, and says whether that is all.',
      access: 'project',
      feature: 'history',
      takes: { param: AccountParam, query: ApprovalsQuery },
      reply: { schema: ApprovalsReply },
    },
    ({ services, param: { address }, query: { chainId }, signal }) =>
      services.approvals.of({ address, chainId, signal }),
  ),
]
