import { formatAmount } from '@foyer/core/chain'
import type { Money, OnrampQuoteReply } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import type { Prices } from '../prices/prices.js'
import { readQuantity } from '../rpc/readQuantity.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { nativeAddress, tokenKey } from '../tokens/tokenKey.js'
import type { Tokens } from '../tokens/tokens.js'
import { moneyDecimals, type QuotedAmounts, quoteOf, sendingCost } from './amounts.js'
import type { Payable, Purchasable } from './catalogue.js'
import type { Place } from './place.js'
import type { OnrampProvider } from './provider.js'
import { AmountTooSmallError, PriceUnknownError, ProviderUnavailableError } from './refusals.js'

/** Prices of coins. */
export interface UsdPrices {
  /**
   * @param request.token - null for the network's own coin
   * @returns US dollars for one whole coin, times 10^18; null where it is unknown
   * @throws UpstreamError when the network doesn't answer
   */
  usd(request: { chain: Chain; token: string | null; signal: AbortSignal }): Promise<bigint | null>
}

export interface MakeQuoteParameters {
  provider: OnrampProvider
  coin: Purchasable
  money: Payable
  /** in cents */
  total: bigint
  place: Place | undefined
  prices: UsdPrices
  uuid: () => string
  signal: AbortSignal
}

/**
 * Offers what the provider itself would give, or else what the market of the network gives at this moment, less the provider's fee and
 * what sending costs.
 * @throws {@link PriceUnknownError} · {@link AmountTooSmallError} · {@link ProviderUnavailableError} · {@link ChainUnavailableError} ·
 * NotForSaleError
 */
export async function makeQuote(request: MakeQuoteParameters): Promise<OnrampQuoteReply> {
  const { provider, coin, money, total, place, prices, uuid, signal } = request
  const offered = (await provider.quote?.({ coin, currency: money.id, total, place, signal })) ?? null
  if (offered === null) {
    const costs = await readCosts({ coin, prices, signal })
    const { feeBasisPoints } = provider
    const quoted = quoteOf({ total, feeBasisPoints, moneyUsd: money.usd, coinDecimals: coin.decimals, ...costs })
    return { ...written({ quoted, coin, money }), quoteId: uuid(), isEstimate: true }
  }
  const { id = uuid(), ...own } = offered
  const subtotal = total - own.fee - own.sending
  if (subtotal <= 0n || own.purchase <= 0n) throw new AmountTooSmallError()
  const quoted = { ...own, subtotal }
  await refuseWrong({ ...request, quoted })
  return { ...written({ quoted, coin, money }), quoteId: id, isEstimate: true }
}

/** The furthest that a provider's price may be from the one known here: a quarter. */
const furthest = { part: 3n, of: 4n }

/**
 * Refuses an offer that isn't for what was asked, or is for a price that can't be: a decimal too few is dear.
 * @throws {@link ProviderUnavailableError}
 */
async function refuseWrong(request: MakeQuoteParameters & { quoted: QuotedAmounts }) {
  const { quoted, coin, money, total, prices, signal } = request
  const refuse = (what: string) => {
    throw new ProviderUnavailableError({ cause: new Error(what) })
  }
  if (quoted.total !== total) refuse('The quote is for another amount.')
  const coinUsd = await prices.usd({ chain: coin.chain, token: coin.token, signal }).catch((cause: unknown) => {
    // A network that doesn't answer has no price to compare with, which is no fault of the provider's.
    if (cause instanceof UpstreamError) return null
    throw cause
  })
  if (coinUsd === null) return
  const paid = quoted.subtotal * money.usd * 10n ** BigInt(coin.decimals)
  const got = quoted.purchase * coinUsd * 10n ** BigInt(moneyDecimals)
  if (got * furthest.of < paid * furthest.part || paid * furthest.of < got * furthest.part)
    refuse('The price is wrong.')
}

/** The most that a plain transfer and one of a token take, in units of gas. */
const transferGas = { coin: 21_000n, token: 65_000n }

async function readCosts(parameters: { coin: Purchasable; prices: UsdPrices; signal: AbortSignal }) {
  const {
    coin: { chain, token },
    prices,
    signal,
  } = parameters
  const reading = Promise.all([
    prices.usd({ chain, token, signal }),
    prices.usd({ chain, token: null, signal }),
    chain.request({ calls: [{ method: 'eth_gasPrice', params: [] }], signal }),
  ])
  const [coinUsd, nativeUsd, outcomes] = await orUnavailable(chain.id, reading)
  const gasPrice = readQuantity(outcomes[0])
  if (gasPrice === null) throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('No gas price.') })
  if (coinUsd === null || nativeUsd === null || coinUsd === 0n) throw new PriceUnknownError()
  const wei = gasPrice * (token === null ? transferGas.coin : transferGas.token)
  const { decimals: coinDecimals } = chain.nativeCurrency
  return { coinUsd, sendingUsd: sendingCost({ wei, coinUsd: nativeUsd, coinDecimals }) }
}

function written({ quoted, coin, money }: { quoted: QuotedAmounts; coin: Purchasable; money: Payable }) {
  const inMoney = (value: bigint): Money => ({
    amount: formatAmount({ value, decimals: moneyDecimals }),
    currency: money.id,
  })
  return {
    paymentTotal: inMoney(quoted.total),
    paymentSubtotal: inMoney(quoted.subtotal),
    purchaseAmount: {
      amount: formatAmount({ value: quoted.purchase, decimals: coin.decimals }),
      currency: coin.symbol,
    },
    coinbaseFee: inMoney(quoted.fee),
    networkFee: inMoney(quoted.sending),
  }
}

/** Prices as the rest of the server knows them. */
export const createUsdPrices = ({ prices, tokens }: { prices: Prices; tokens: Tokens }): UsdPrices => ({
  async usd({ chain, token, signal }) {
    const address = token ?? nativeAddress(chain)
    if (address === null) return null
    const key = tokenKey({ chain, address })
    const known = (await tokens.of({ chain, addresses: [address], signal })).get(key)
    if (known === undefined) return null
    return (await prices.of({ chain, tokens: [known], signal })).get(key) ?? null
  },
})
