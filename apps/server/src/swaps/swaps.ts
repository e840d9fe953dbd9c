import { formatAccountId } from '@foyer/core/chain'
import {
  type AllowanceQuery,
  type ApprovalQuery,
  type ApprovalReply,
  type GasPriceReply,
  type SwapQuote,
  type SwapQuotesQuery,
  type SwapToken,
  type SwapTransactionBody,
  type SwapTransactionReply,
  swapSlippagePercent,
} from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { type Address, maxUint256 } from 'viem'
import type { Chains } from '../chains/chains.js'
import { familyOf } from '../families/families.js'
import type { Prices } from '../prices/prices.js'
import type { Tokens } from '../tokens/tokens.js'
import { type AskKey, type Asks, createAsks } from './asks.js'
import { readGasPrices, toReply } from './gasPrices.js'
import { createMarkets, type Market, type Markets, type Pair } from './markets.js'
import {
  AmountUnknownError,
  ApprovalNotNeededError,
  GasPriceNotSupportedError,
  NoRouteError,
  PriceMovedError,
  SwapsNotSupportedError,
} from './refusals.js'
import { accountOn, evmAddress, parseSide } from './side.js'
import { buildApproval, readAllowance, readDeadline, readGas } from './transaction.js'
import { leastOf, type SwapRoute } from './venue.js'

/** Fields of every request of swaps. */
interface Asked {
  readonly projectId: string
  /** whom a request is counted against */
  readonly client: string
  readonly signal: AbortSignal
}

/** Swaps, as the wire asks for them. Each throws InvalidInputError for what isn't an address, ChainUnavailableError when a network doesn't answer. */
export interface Swaps {
  /** Empty where nothing is swapped. @see S7.7 */
  tokens(request: { chainId: string; signal: AbortSignal }): Promise<readonly SwapToken[]>
  /** One quote, or none where there is none to be had. @see S7.6 */
  quotes(request: Asked & SwapQuotesQuery): Promise<readonly SwapQuote[]>
  /** @throws {@link GasPriceNotSupportedError} @see S7.10 */
  gasPrice(request: { chainId: string; signal: AbortSignal }): Promise<GasPriceReply>
  /** 0 where nothing is swapped. @see S7.9 */
  allowance(request: Asked & AllowanceQuery): Promise<bigint>
  /**
   * @throws {@link SwapsNotSupportedError} · {@link ApprovalNotNeededError} · {@link AmountUnknownError} · WouldFailError
   * @see S7.12
   */
  approval(request: Asked & ApprovalQuery): Promise<ApprovalReply>
  /**
   * @throws {@link SwapsNotSupportedError} · {@link NoRouteError} · {@link PriceMovedError} · WouldFailError
   * @see S7.11
   */
  transaction(request: Pick<Asked, 'signal'> & SwapTransactionBody): Promise<SwapTransactionReply>
}

export interface SwapsParameters {
  chains: Chains
  /** how tokens are shown */
  tokens: Pick<Tokens, 'listed'>
  orm: Orm
  /** what a provider's quotes are compared with */
  prices: Pick<Prices, 'of'>
  clock: Clock
  /** 0 to 1, for jitter */
  random: () => number
}

export function createSwaps({ orm, ...parameters }: SwapsParameters): Swaps {
  const { chains, clock } = parameters
  const { now } = clock
  const context = { chains, markets: createMarkets(parameters), asks: createAsks({ orm, now }), now }
  return {
    tokens: async ({ chainId, signal }) => (await context.markets.get(chainId)?.tokens({ signal })) ?? [],
    quotes: (request) => quotes({ ...context, ...request }),
    gasPrice: (request) => gasPrice({ ...context, ...request }),
    allowance: (request) => allowance({ ...context, ...request }),
    approval: (request) => approval({ ...context, ...request }),
    transaction: (request) => transaction({ ...context, ...request }),
  }
}

interface Context {
  chains: Chains
  markets: Markets
  asks: Asks
  now: () => number
}

type Request<Name extends keyof Swaps> = Context & Parameters<Swaps[Name]>[0]

async function quotes(request: Request<'quotes'>): Promise<readonly SwapQuote[]> {
  const { markets, asks, projectId, client, signal } = request
  const named = sidesOf(request)
  const { chainId } = named.from
  const market = markets.get(chainId)
  if (market === undefined) return []
  const account = evmAddress({ field: 'userAddress', value: request.userAddress })
  const pair = market.pair(named)
  const amount = BigInt(request.amount)
  const route = pair === null ? null : await market.route({ ...pair, amount, signal })
  if (pair === null || route === null) return []
  const withoutApproval = route.spender === null
  await asks.keep({ projectId, client, chainId, account, ...pair, amount, withoutApproval })
  return [toQuote({ query: request, route, market })]
}

async function gasPrice({ chains, markets, chainId, signal }: Request<'gasPrice'>): Promise<GasPriceReply> {
  const chain = chains.find(chainId)
  if (chain === undefined || !familyOf(chainId).rooms.has('swaps')) throw new GasPriceNotSupportedError()
  return toReply(await markets.reach({ chain, work: () => readGasPrices({ chain, signal }) }))
}

async function allowance(request: Request<'allowance'>): Promise<bigint> {
  const { markets, asks, projectId, client, signal } = request
  const { chainId, side } = parseSide({ field: 'tokenAddress', value: request.tokenAddress })
  const market = markets.get(chainId)
  if (market === undefined || side === null) return 0n
  const account = accountOn({ field: 'userAddress', value: request.userAddress, chainId })
  // What takes place without an approval is allowed whole. A client that asks here doesn't say what it wants to buy, and
  // whether wrapped coins are sold or only unwrapped depends on it; the last quote decides.
  if (side.kind === 'native') return maxUint256
  const last = await asks.lastOf({ projectId, client, chainId, account, from: side })
  if (last?.withoutApproval) return maxUint256
  const { chain, spender } = market
  const asked = { chain, token: side.address, account, spender, signal }
  return markets.reach({ chain, work: () => readAllowance(asked) })
}

async function approval(request: Request<'approval'>): Promise<ApprovalReply> {
  const { markets, asks, projectId, client, signal } = request
  const { market, pair, account } = tradeOf(request)
  const { chain, spender } = market
  if (pair.from.kind === 'native' || (await market.isUnwrapping({ ...pair, signal })))
    throw new ApprovalNotNeededError()
  const token = pair.from.address
  const key = { projectId, client, chainId: chain.id, account, ...pair }
  const amount = await amountOf({ asks, said: request.amount, key })
  const [built, prices] = await markets.reach({
    chain,
    work: () =>
      Promise.all([
        buildApproval({ chain, token, account, spender, amount, signal }),
        readGasPrices({ chain, signal }),
      ]),
  })
  // Clients differ in whom they send it to: the original's to `from`, others to `to`. Both are the token, whose approval it is.
  const address = formatAccountId({ networkId: chain.id, address: token })
  const eip155 = { gas: Number(built.gas), gasPrice: String(prices.fast) }
  return { tx: { from: address, to: address, data: built.data, value: '0', eip155 } }
}

async function transaction(request: Request<'transaction'>): Promise<SwapTransactionReply> {
  const { markets, now, signal } = request
  const { market, pair, account } = tradeOf(request)
  const { chain } = market
  const route = await market.route({ ...pair, amount: BigInt(request.amount), signal })
  if (route === null) throw new NoRouteError()
  const promised = BigInt(request.minAmount ?? 0)
  if (route.amountOut < promised) throw new PriceMovedError()
  const slippageBps = Math.round((request.eip155?.slippage ?? swapSlippagePercent) * 100)
  const least = leastOf({ route, slippageBps })
  const minAmountOut = least < promised ? promised : least
  return markets.reach({
    chain,
    work: async () => {
      const [deadline, prices] = await Promise.all([
        readDeadline({ chain, now, signal }),
        readGasPrices({ chain, signal }),
      ])
      const call = await route.call({ account, minAmountOut, deadline })
      const isEstimated = request.disableEstimate !== true
      const { unseenGas } = route
      const gas = isEstimated ? await readGas({ chain, account, call, unseenGas, signal }) : (call.gas ?? route.gas)
      return {
        tx: {
          from: request.userAddress,
          to: formatAccountId({ networkId: chain.id, address: call.to }),
          data: call.data,
          amount: request.amount,
          eip155: { gas: String(gas), gasPrice: String(prices.fast) },
          minAmount: String(call.minAmountOut ?? minAmountOut),
        },
      }
    },
  })
}

const sidesOf = ({ from, to }: Pick<SwapQuotesQuery, 'from' | 'to'>) => ({
  from: parseSide({ field: 'from', value: from }),
  to: parseSide({ field: 'to', value: to }),
})

/** Finds the trade that an approval or a transaction is for. @throws {@link SwapsNotSupportedError} · {@link NoRouteError} */
function tradeOf(asked: Pick<Context, 'markets'> & Pick<ApprovalQuery, 'from' | 'to' | 'userAddress'>): Trade {
  const named = sidesOf(asked)
  const { chainId } = named.from
  const market = asked.markets.get(chainId)
  if (market === undefined) throw new SwapsNotSupportedError({ field: 'from' })
  const account = accountOn({ field: 'userAddress', value: asked.userAddress, chainId })
  const pair = market.pair(named)
  if (pair === null) throw new NoRouteError()
  return { market, pair, account }
}

/** @throws {@link AmountUnknownError} */
async function amountOf(request: Pick<Context, 'asks'> & { said: string | undefined; key: AskKey }): Promise<bigint> {
  const { asks, said, key } = request
  if (said !== undefined) return BigInt(said)
  const last = await asks.last(key)
  if (last === null) throw new AmountUnknownError()
  return last.amount
}

interface Trade {
  readonly market: Market
  readonly pair: Pair
  readonly account: Address
}

function toQuote(request: {
  query: Pick<SwapQuotesQuery, 'from' | 'to' | 'amount'>
  route: SwapRoute
  market: Market
}): SwapQuote {
  const { query, route, market } = request
  const { chain } = market
  const named = (address: Address) => formatAccountId({ networkId: chain.id, address })
  return {
    id: null,
    fromAmount: query.amount,
    fromAccount: query.from,
    toAmount: String(route.amountOut),
    toAccount: query.to,
    minAmount: String(leastOf({ route, slippageBps: swapSlippagePercent * 100 })),
    fee: { bps: route.fee.bps, amount: String(route.fee.amount) },
    priceImpactBps: route.priceImpactBps ?? undefined,
    target: named(route.target),
    spender: route.spender === null ? null : named(route.spender),
  }
}
