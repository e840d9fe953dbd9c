import { type Family, formatAmount, isAddress } from '@foyer/core/chain'
import type { Money, OnrampOptionsReply, OnrampQuoteBody, OnrampQuoteReply, OnrampUrlBody } from '@foyer/core/wire'
import type { Chain, Chains } from '../chains/chains.js'
import { readQuantity } from '../chains/readQuantity.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { ChainUnavailableError, InvalidInputError } from '../errors/refusals.js'
import type { Prices } from '../prices/prices.js'
import { nativeAddress, tokenKey } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import { type Catalogue, createCatalogue, type Payable, type Purchasable } from './catalogue.js'
import { coinbaseProvider } from './coinbaseProvider.js'
import { deskProvider } from './deskProvider.js'
import { meldProvider } from './meldProvider.js'
import type { OnrampConfig, ProviderConfig } from './onrampConfig.js'
import type { OnrampProvider, Order } from './provider.js'
import { moneyDecimals, type QuotedAmounts, quoteOf, sendingCost } from './quoteOf.js'
import { readAmount } from './readAmount.js'
import { NotForSaleError, OnrampNotOfferedError, PriceUnknownError } from './refusals.js'

/** Prices of coins. */
export interface UsdPrices {
  /**
   * @param request.token - null for the network's own coin
   * @returns US dollars for one whole coin, times 10^18; null where it is unknown
   * @throws UpstreamError when the network doesn't answer
   */
  usd(request: { chain: Chain; token: string | null; signal: AbortSignal }): Promise<bigint | null>
}

/** Buying with money. */
export interface Onramp {
  /** @see S7.19 */
  options(): OnrampOptionsReply
  /**
   * Offers what the market of the network gives at this moment, less the provider's fee and what sending costs.
   * @throws {@link OnrampNotOfferedError} · {@link NotForSaleError} · {@link PriceUnknownError} · AmountTooSmallError ·
   * {@link InvalidInputError} · {@link ChainUnavailableError}
   * @see S7.20
   */
  quote(request: { body: OnrampQuoteBody; signal: AbortSignal }): Promise<OnrampQuoteReply>
  /**
   * @throws {@link OnrampNotOfferedError} · {@link NotForSaleError} · {@link InvalidInputError} · ProviderUnavailableError
   * @see S7.18
   */
  url(request: { projectId: string; body: OnrampUrlBody; client: string; signal: AbortSignal }): Promise<string>
  /** @returns what a provider signs its messages with; null for one that isn't there, or sends none */
  secretOf(provider: string): string | null
}

export interface OnrampParameters {
  /** undefined: nothing can be bought */
  config: OnrampConfig | undefined
  chains: Chains
  prices: UsdPrices
  now: () => number
  uuid: () => string
}

export function createOnramp({ config, chains, prices, now, uuid }: OnrampParameters): Onramp {
  if (config === undefined) return noOnramp
  const providers = config.providers.map((each) => toProvider({ config: each, now, nonce: uuid }))
  const catalogue = createCatalogue({ config, providers, chains: chains.all })
  const chosen = (wanted: string | undefined): OnrampProvider => {
    const provider = wanted === undefined ? providers[0] : providers.find(({ id }) => id === wanted)
    if (!provider) throw new OnrampNotOfferedError()
    return provider
  }
  return {
    options: () => ({
      purchaseCurrencies: catalogue.purchaseCurrencies,
      paymentCurrencies: catalogue.paymentCurrencies,
      providers: providers.map(({ id, name, families, feeBasisPoints, methods, tracked }) => {
        const feePercent = formatAmount({ value: BigInt(feeBasisPoints), decimals: 2 })
        return { id, name, families, feePercent, methods, tracked }
      }),
    }),
    async quote({ body, signal }) {
      const provider = chosen(body.provider)
      const { coin, money, total } = readQuoteBody({ body, catalogue })
      const { coinUsd, sendingUsd } = await readCosts({ coin, prices, signal })
      const { feeBasisPoints } = provider
      const { decimals: coinDecimals } = coin
      const quoted = quoteOf({ total, feeBasisPoints, sendingUsd, moneyUsd: money.usd, coinUsd, coinDecimals })
      return { ...written({ quoted, coin, money }), quoteId: uuid(), isEstimate: true }
    },
    async url({ projectId, body, client, signal }) {
      const provider = chosen(body.provider)
      const order = toOrder({ id: uuid(), projectId, body, client, families: provider.families })
      return provider.urlFor({ order, signal })
    },
    secretOf(provider) {
      const found = config.providers.find(({ kind }) => kind === provider)
      return found?.kind === 'desk' ? found.secret : null
    },
  }
}

/** Without configuration: the options are empty, and a kit shows no way to buy. */
const noOnramp: Onramp = {
  options: () => ({ purchaseCurrencies: [], paymentCurrencies: [], providers: [] }),
  quote: async () => {
    throw new OnrampNotOfferedError()
  },
  url: async () => {
    throw new OnrampNotOfferedError()
  },
  secretOf: () => null,
}

interface ToProvider {
  config: ProviderConfig
  now: () => number
  nonce: () => string
}

export function toProvider({ config, now, nonce }: ToProvider): OnrampProvider {
  switch (config.kind) {
    case 'desk':
      return deskProvider({ config, now })
    case 'coinbase':
      return coinbaseProvider({ config, now, nonce })
    case 'meld':
      return meldProvider({ config })
  }
}

interface Asked {
  readonly coin: Purchasable
  readonly money: Payable
  /** in cents */
  readonly total: bigint
}

/** Only names are taken from the client: what a coin is, and where, is known here. */
function readQuoteBody({ body, catalogue }: { body: OnrampQuoteBody; catalogue: Catalogue }): Asked {
  const coin = catalogue.purchasable({ symbol: body.purchaseCurrency.symbol, network: body.network })
  if (!coin) throw new NotForSaleError({ field: 'purchaseCurrency' })
  const money = catalogue.payable(body.paymentCurrency.id)
  if (!money) throw new NotForSaleError({ field: 'paymentCurrency' })
  const total = readAmount({ name: 'amount', text: body.amount, decimals: moneyDecimals })
  if (total >= money.least && total <= money.most) return { coin, money, total }
  const [least, most] = [money.least, money.most].map((value) => formatAmount({ value, decimals: moneyDecimals }))
  throw new InvalidInputError({ reasons: [{ name: 'amount', description: `Must be from ${least} to ${most}.` }] })
}

/** What a plain transfer and one of a token take at most, in units of gas. */
const transferGas = { coin: 21_000n, token: 65_000n }

interface ReadCosts {
  coin: Purchasable
  prices: UsdPrices
  signal: AbortSignal
}

async function readCosts({ coin: { chain, token }, prices, signal }: ReadCosts) {
  try {
    const [coinUsd, nativeUsd, outcomes] = await Promise.all([
      prices.usd({ chain, token, signal }),
      prices.usd({ chain, token: null, signal }),
      chain.request({ calls: [{ method: 'eth_gasPrice', params: [] }], signal }),
    ])
    const gasPrice = readQuantity(outcomes[0])
    if (gasPrice === null) throw new ChainUnavailableError({ chainId: chain.id, cause: new Error('No gas price.') })
    if (coinUsd === null || nativeUsd === null || coinUsd === 0n) throw new PriceUnknownError()
    const wei = gasPrice * (token === null ? transferGas.coin : transferGas.token)
    const { decimals: coinDecimals } = chain.nativeCurrency
    return { coinUsd, sendingUsd: sendingCost({ wei, coinUsd: nativeUsd, coinDecimals }) }
  } catch (cause) {
    if (cause instanceof UpstreamError) throw new ChainUnavailableError({ chainId: chain.id, cause })
    throw cause
  }
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

interface ToOrder {
  id: string
  projectId: string
  body: OnrampUrlBody
  client: string
  families: readonly Family[]
}

function toOrder({ id, projectId, body, client, families }: ToOrder): Order {
  const wallets = body.destinationWallets.map(({ address, blockchains = [], assets = [] }, index) => {
    const family = families.find((each) => isWritten({ family: each, address }))
    if (!family) {
      const name = `destinationWallets.${index}.address`
      throw new InvalidInputError({
        reasons: [{ name, description: "Isn't an address that the provider delivers to." }],
      })
    }
    return { address, family, networks: blockchains, assets }
  })
  const { defaultNetwork, partnerUserId, presetCryptoAmount, presetFiatAmount } = body
  return {
    id,
    projectId,
    wallets,
    defaultNetwork,
    partnerUserId,
    purchaseAmount: presetOf({ name: 'presetCryptoAmount', amount: presetCryptoAmount, decimals: 36 }),
    paymentAmount: presetOf({ name: 'presetFiatAmount', amount: presetFiatAmount, decimals: moneyDecimals }),
    // A client of IPv6 is known by its network only; its first address stands for it.
    clientIp: client.replace(/\/64$/, ''),
  }
}

function isWritten({ family, address }: { family: Family; address: string }): boolean {
  return isAddress({ family, address }) && (family !== 'eip155' || address.startsWith('0x'))
}

interface Preset {
  name: string
  amount: number | null | undefined
  decimals: number
}

/** A number of the wire as the exact decimal that it was written as. */
function presetOf({ name, amount, decimals }: Preset): string | undefined {
  if (!amount) return undefined
  return formatAmount({ value: readAmount({ name, text: String(amount), decimals }), decimals })
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
