import { HistoryQuery, HistoryReply, paths } from '@foyer/core/wire'
import { AccountParam } from './accountParam.js'
import { route } from './route.js'

/** What accounts did. @see S7.5 */
export const history = [
  route(
    {
      id: 'getHistory',
      cost: 10,
      method: 'get',
      path: paths.history,
      group: 'Accounts',
      summary: 'Lists what an account did and had done to it, and what it bought, newest first.',
      access: 'project',
      feature: 'history',
      takes: { param: AccountParam, query: HistoryQuery },
      reply: { schema: HistoryReply },
    },
    ({ services, param: { address }, query, signal }) => services.history.of({ address, ...query, signal }),
  ),
]
