import {
  allowanceCall,
  buildApprovalCall,
  buildSwapCall,
  gasPriceCall,
  swapQuotesCall,
  swapTokensCall,
} from '@foyer/core/wire'
import { type Call, route } from './route.js'

const shared = { group: 'Swaps', access: 'project', feature: 'swaps' } as const

/** Tokens for tokens. @see S7.6, S7.7, S7.9–S7.12 */
export const swaps = [
  route(
    {
      ...swapTokensCall,
      ...shared,
      summary: 'Lists what can be swapped on a network; nothing where it has no swaps.',
    },
    async ({ services, query, signal }) => ({ tokens: await services.swaps.tokens({ ...query, signal }) }),
  ),
  route(
    {
      ...swapQuotesCall,
      ...shared,
      cost: 20,
      summary:
        'Quotes what an amount of a token gives of another, after all fees; no quote where there is none to be had.',
    },
    async (call) => ({ quotes: await call.services.swaps.quotes({ ...call.query, ...askedBy(call) }) }),
  ),
  route(
    {
      ...gasPriceCall,
      ...shared,
      cost: 2,
      summary: 'Returns what a unit of gas costs, in wei, at three speeds.',
    },
    ({ services, query, signal }) => services.swaps.gasPrice({ ...query, signal }),
  ),
  route(
    {
      ...allowanceCall,
      ...shared,
      cost: 5,
      summary: 'Returns how much of a token may be swapped without another approval, in base units.',
    },
    async (call) => ({
      allowance: String(await call.services.swaps.allowance({ ...call.query, ...askedBy(call) })),
    }),
  ),
  route(
    {
      ...buildApprovalCall,
      ...shared,
      cost: 5,
      summary: 'Builds an approval of exactly the amount that is swapped, to be sent to the token.',
    },
    (call) => call.services.swaps.approval({ ...call.query, ...askedBy(call) }),
  ),
  route(
    {
      ...buildSwapCall,
      ...shared,
      cost: 20,
      summary: 'Builds a swap that delivers at least a minimum, or else reverts.',
      limitBytes: 16 * 1024,
    },
    ({ services, body, signal }) => services.swaps.transaction({ ...body, signal }),
  ),
]

const askedBy = ({ project, client, signal }: Pick<Call, 'project' | 'client' | 'signal'>) => {
  return { projectId: project.id, client, signal }
}
