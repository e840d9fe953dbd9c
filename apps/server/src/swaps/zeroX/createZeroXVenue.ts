import { parseNetworkId } from '@foyer/core/chain'
import { swapGasLimit } from '@foyer/core/wire'
import { readSwap } from '@foyer/evm/swaps'
import type { Clock } from '@foyer/service/clock'
import { type Address, ethAddress, getAddress, slice } from 'viem'
import { createSharedRead } from '../../cache/sharedReads.js'
import type { Chain } from '../../chains/chains.js'
import type { ZeroXSwaps } from '../../chains/swapsConfig.js'
import type { Prices } from '../../prices/prices.js'
import { ProviderError } from '../../provider/ProviderError.js'
import type { AskProvider, Provider } from '../../provider/provider.js'
import { NoRouteError, PriceMovedError } from '../refusals.js'
import type { Side } from '../side.js'
import {
  type RouteRequest,
  type SwapCall,
  type SwapRoute,
  type SwapTerms,
  type Venue,
  VenueMisconfiguredError,
  wholeBps,
} from '../venue.js'
import { type CurrentSettlers, currentSettlers, valueLostBps } from './checks.js'
import { type FirmQuote, type FoundPrice, Price, Quote, wrappedCoins } from './zeroXApi.js'

export interface ZeroXVenueParameters {
  chain: Chain
  config: ZeroXSwaps
  provider: Provider
  prices: Pick<Prices, 'of'>
  clock: Clock
}

interface Context extends ZeroXVenueParameters {
  readonly spender: Address
  readonly settlers: CurrentSettlers
}

/** As long as a price is asked for once by all who want the same. */
const lifetimeMs = 5_000

/**
 * 0x's Swap API v2 with its AllowanceHolder. A quote is one whose minimum the kit can read in the calldata and whose contract the
 * registry knows; others are refused, whatever they promise.
 * @see https://docs.0x.org/api-reference/openapi-json/swap/allowanceholder-getquote
 */
export function createZeroXVenue(parameters: ZeroXVenueParameters): Venue {
  const { chain, config, clock } = parameters
  const spender = getAddress(config.allowanceHolder)
  const context: Context = { ...parameters, spender, settlers: currentSettlers({ chain, clock }) }
  const wrapped = config.wrapped ?? wrappedCoins.get(chain.id)
  const shared = createSharedRead<Omit<RouteRequest, 'signal'>, FoundPrice>({
    keyOf: ({ from, to, amount }) => `${nameOf(from)} ${nameOf(to)} ${amount}`,
    read: (item, signal) => askPrice(context, { ...item, signal }),
    lifetimeMs,
    timeoutMs: 10_000,
    most: 5_000,
    clock,
  })
  return {
    spender,
    async wrappedNative() {
      if (wrapped === undefined) throw new VenueMisconfiguredError({ fault: 'no_wrapped_coin' })
      return getAddress(wrapped)
    },
    async route({ signal, ...request }) {
      const price = await shared(request, signal)
      return price === null ? null : routeOf(context, { ...request, signal }, price)
    },
  }
}

const nameOf = (side: Side): Address => getAddress(side.kind === 'native' ? ethAddress : side.address)

async function askPrice(context: Context, request: RouteRequest): Promise<FoundPrice | null> {
  const query = queryOf(context, request)
  const price = await read(context, { what: 'price', query, schema: Price, signal: request.signal })
  return price?.liquidityAvailable && isAsked(context, request, price) ? price : null
}

interface ReadRequest<Value> extends Pick<AskProvider<Value>, 'schema' | 'signal'> {
  what: 'price' | 'quote'
  query: Readonly<Record<string, string>>
}

/** @returns null where 0x refuses the question: an unknown token, or an amount too small */
async function read<Value>(
  { provider, config }: Context,
  { what, query, ...asked }: ReadRequest<Value>,
): Promise<Value | null> {
  const url = `${config.url}/swap/allowance-holder/${what}?${new URLSearchParams(query)}`
  try {
    return await provider.ask({ ...asked, url })
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'refused') return null
    throw error
  }
}

function queryOf({ chain, config }: Context, { from, to, amount }: RouteRequest): Readonly<Record<string, string>> {
  const { feeRecipient, feeBps } = config
  return {
    chainId: parseNetworkId(chain.id).reference,
    sellToken: nameOf(from),
    buyToken: nameOf(to),
    sellAmount: String(amount),
    ...(feeRecipient !== undefined && {
      swapFeeRecipient: feeRecipient,
      swapFeeBps: String(feeBps),
      swapFeeToken: nameOf(from),
    }),
  }
}

/** Whether an answer is to the question, takes no more than was agreed, and is of tokens that arrive whole. */
function isAsked(
  { config, spender }: Context,
  { from, to, amount }: RouteRequest,
  said: FoundPrice | FirmQuote,
): boolean {
  const { buyToken, sellToken, sellAmount, buyAmount, minBuyAmount, allowanceTarget, fees, tokenMetadata } = said
  // Approvals are for the contract of configuration, never for one that an answer names.
  if (from.kind === 'token' && allowanceTarget !== spender) {
    throw new VenueMisconfiguredError({ fault: 'spender_of_another' })
  }
  const { integratorFee } = fees
  const mostFee = config.feeRecipient === undefined ? 0n : (amount * BigInt(config.feeBps)) / BigInt(wholeBps) + 1n
  const isFeeAgreed = !integratorFee || (integratorFee.token === sellToken && integratorFee.amount <= mostFee)
  const taxes = [tokenMetadata?.buyToken?.buyTaxBps, tokenMetadata?.sellToken?.sellTaxBps]
  return (
    buyToken === nameOf(to) &&
    sellToken === nameOf(from) &&
    sellAmount === amount &&
    buyAmount > 0n &&
    minBuyAmount <= buyAmount &&
    isFeeAgreed &&
    taxes.every((bps) => !bps)
  )
}

/** @returns null where it loses more than is borne by our own prices */
async function routeOf(context: Context, request: RouteRequest, price: FoundPrice): Promise<SwapRoute | null> {
  const { chain, config, prices, spender } = context
  const { from, to, amount, signal } = request
  const taken = price.fees.integratorFee?.amount ?? 0n
  const sold = { token: nameOf(from), amount: amount - taken }
  const bought = { token: nameOf(to), amount: price.buyAmount }
  const lostBps = await valueLostBps({ chain, prices, sold, bought, signal })
  if (lostBps !== null && lostBps > config.mostPriceImpactBps) return null
  return {
    amountOut: price.buyAmount,
    isFixed: false,
    fee: { bps: taken === 0n ? 0 : config.feeBps, amount: taken },
    priceImpactBps: lostBps,
    gas: roomFor(price.gas ?? BigInt(swapGasLimit)),
    unseenGas: 0n,
    target: spender,
    spender: from.kind === 'native' ? null : spender,
    call: (terms) => firmCall(context, { ...request, ...terms, amountOut: price.buyAmount }),
  }
}

/** Prices move until it is mined, and a contract keeps a 64th of what it has from those it calls (EIP-150). */
const roomFor = (gas: bigint): bigint => (gas * 4n) / 3n

interface Firm extends RouteRequest, SwapTerms {
  /** what the price promised */
  amountOut: bigint
}

/**
 * Asks for the transaction with the slippage that leaves the minimum, a second time where the price moved meanwhile.
 * @throws {@link PriceMovedError} · {@link NoRouteError} where nothing is offered that can be checked · ProviderError
 */
async function firmCall(context: Context, firm: Firm): Promise<SwapCall> {
  let { amountOut } = firm
  for (let attempt = 0; attempt < 2 && amountOut >= firm.minAmountOut; attempt += 1) {
    const quote = await askQuote(context, { ...firm, amountOut })
    const minimum = await readMinimum(context, firm, quote)
    const { to, data, value, gas } = quote.transaction
    if (minimum >= firm.minAmountOut) {
      return { to, data, value, minAmountOut: minimum, gas: gas ? roomFor(gas) : undefined }
    }
    amountOut = quote.buyAmount
  }
  throw new PriceMovedError()
}

async function askQuote(context: Context, firm: Firm): Promise<FirmQuote> {
  const { account, amountOut, minAmountOut, signal } = firm
  const slippageBps = ((amountOut - minAmountOut) * BigInt(wholeBps)) / amountOut
  const query = { ...queryOf(context, firm), taker: account, slippageBps: String(slippageBps) }
  const quote = await read(context, { what: 'quote', query, schema: Quote, signal })
  if (!quote?.liquidityAvailable || !isAsked(context, firm, quote)) throw new NoRouteError()
  return quote
}

/** The minimum as the kit will read it, of a call to a Settler that the registry knows. */
async function readMinimum({ spender, settlers }: Context, firm: Firm, quote: FirmQuote): Promise<bigint> {
  const { from, to, amount, account, signal } = firm
  const { transaction, buyAmount: quoted } = quote
  const contractOf = (side: Side) => (side.kind === 'native' ? undefined : side.address)
  const [source, bought] = [contractOf(from), contractOf(to)]
  const terms = { account, source, to: bought, amount, quoted, minimum: 1n, target: spender, spender }
  const call = readSwap({ built: transaction, terms })
  if (call.fault !== undefined) throw new NoRouteError()
  const settler = getAddress(slice(transaction.data, 4 + 3 * 32 + 12, 4 + 4 * 32))
  const known = await settlers({ signal })
  if (!known.has(settler)) throw new NoRouteError()
  return call.amount
}
