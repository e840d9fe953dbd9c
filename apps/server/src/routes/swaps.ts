import {
  AllowanceQuery,
  AllowanceReply,
  ApprovalQuery,
  ApprovalReply,
  GasPriceQuery,
  GasPriceReply,
  paths,
  SwapQuotesQuery,
  SwapQuotesReply,
  SwapTokensQuery,
  SwapTokensReply,
  SwapTransactionBody,
  SwapTransactionReply,
} from '@foyer/core/wire'
import { type Call, route } from './route.js'

const shared = { group: 'Swaps', access: 'project', feature: 'swaps' } as const

/** Tokens for tokens. @see S7.6, S7.7, S7.9–S7.12 */
export const swaps = [
  route(
    {
      ...shared,
      id: 'listSwapTokens',
      method: 'get',
      path: paths.convertTokens,
      summary: 'Lists what can be swapped on a network; nothing where it has no swaps.',
      takes: { query: SwapTokensQuery },
      reply: { schema: SwapTokensReply },
    },
    async ({ services, query, signal }) => ({ tokens: await services.swaps.tokens({ ...query, signal }) }),
  ),
  route(
    {
      ...shared,
      id: 'getSwapQuotes',
      cost: 20,
      method: 'get',
      path: paths.convertQuotes,
      summary:
        'Quotes what an amount of a token gives of another, after all fees; no quote where there is none to be had.',
      takes: { query: SwapQuotesQuery },
      reply: { schema: SwapQuotesReply },
    },
    async (call) => ({ quotes: await call.services.swaps.quotes({ ...call.query, ...askedBy(call) }) }),
  ),
  route(
    {
      ...shared,
      id: 'getGasPrice',
      cost: 2,
      method: 'get',
      path: paths.convertGasPrice,
      summary: 'Returns what a unit of gas costs, in wei, at three speeds.',
      takes: { query: GasPriceQuery },
      reply: { schema: GasPriceReply },
    },
    ({ services, query, signal }) => services.swaps.gasPrice({ ...query, signal }),
  ),
  route(
    {
      ...shared,
      id: 'getSwapAllowance',
      cost: 5,
      method: 'get',
      path: paths.convertAllowance,
      summary: 'Returns how much of a token may be swapped without another approval, in base units.',
      takes: { query: AllowanceQuery },
      reply: { schema: AllowanceReply },
    },
    async (call) => ({
      allowance: String(await call.services.swaps.allowance({ ...call.query, ...askedBy(call) })),
    }),
  ),
  route(
    {
      ...shared,
      id: 'buildSwapApproval',
      cost: 5,
      method: 'get',
      path: paths.convertBuildApprove,
      summary: 'Builds an approval of exactly the amount that is swapped, to be sent to the token.',
      takes: { query: ApprovalQuery },
      reply: { schema: ApprovalReply },
    },
    (call) => call.services.swaps.approval({ ...call.query, ...askedBy(call) }),
  ),
  route(
    {
      ...shared,
      id: 'buildSwapTransaction',
      cost: 20,
      method: 'post',
      path: paths.convertBuildTransaction,
      summary: 'Builds a swap that delivers at least a minimum, or else reverts.',
      projectIn: 'body',
      limitBytes: 16 * 1024,
      takes: { body: SwapTransactionBody },
      reply: { schema: SwapTransactionReply },
    },
    ({ services, body, signal }) => services.swaps.transaction({ ...body, signal }),
  ),
]

const askedBy = ({ project, client, signal }: Pick<Call, 'project' | 'client' | 'signal'>) => {
  return { projectId: project.id, client, signal }
}
