import { parseNetworkId } from '@foyer/core/chain'
import type { Clock } from '@foyer/service/clock'
import * as v from 'valibot'
import { ethAddress } from 'viem'
import { createSharedRead } from '../cache/sharedReads.js'
import type { OnUnread } from '../provider/provider.js'
import { readable, row } from '../provider/rows.js'
import type { Purchasable } from './catalogue.js'
import type { MeldConfig } from './onrampConfig.js'
import { createSellerApi, type MethodLimits, type SellerApi } from './provider.js'
import { NotForSaleError } from './refusals.js'

/** Meld's API, with the operator's key. Each call throws ProviderError for a refusal, ProviderUnavailableError or the signal's reason. */
export interface MeldApi {
  /** @returns Meld's name of a coin on one network, such as `USDC_BASE`; undefined where it doesn't sell that */
  codeOf(request: { coin: Purchasable; signal: AbortSignal }): Promise<string | undefined>
  /** The inverse. */
  coinOf(request: {
    code: string
    coins: readonly Purchasable[]
    signal: AbortSignal
  }): Promise<Purchasable | undefined>
  /** @returns the offer of the seller that gives most */
  bestQuote(request: {
    country: string
    code: string
    currency: string
    amount: string
    signal: AbortSignal
  }): Promise<MeldQuote>
  limits(request: { country: string; currency: string; signal: AbortSignal }): Promise<MethodLimits>
  /** @returns the page of one purchase */
  session(request: Purchase & { signal: AbortSignal }): Promise<string>
  transaction(request: { id: string; signal: AbortSignal }): Promise<MeldTransaction>
}

interface Purchase {
  country: string
  /** of our own, unique */
  reference: string
  customer: string
  serviceProvider: string
  code: string
  currency: string
  amount: string
  walletAddress: string
}

export type MeldQuote = v.InferOutput<typeof Quote>
export type MeldTransaction = v.InferOutput<typeof Transaction>

/** Meld writes amounts as numbers of JSON, whose shortest text is what it wrote. */
const Amount = v.pipe(v.union([v.number(), v.pipe(v.string(), v.maxLength(80))]), v.transform(String))

const Quote = v.object({
  serviceProvider: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  sourceAmount: Amount,
  destinationAmount: Amount,
  destinationCurrencyCode: v.string(),
  sourceCurrencyCode: v.string(),
  totalFee: Amount,
  networkFee: v.pipe(v.nullish(Amount, '0'), v.string()),
})
const Quotes = v.object({ quotes: v.nullish(v.array(row(Quote)), []) })

const Coin = v.object({
  currencyCode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  chainId: v.nullish(v.string()),
  contractAddress: v.nullish(v.string()),
})
type Coin = v.InferOutput<typeof Coin>

const Limit = v.object({ currencyCode: v.string(), minimumAmount: Amount, maximumAmount: Amount })

const Session = v.object({ widgetUrl: v.pipe(v.string(), v.url(), v.startsWith('https://')) })

const Transaction = v.object({
  id: v.pipe(v.string(), v.regex(/^[-\w]{1,64}$/)),
  status: v.string(),
  externalSessionId: v.nullish(v.pipe(v.string(), v.maxLength(256))),
  sourceAmount: v.nullish(Amount),
  sourceCurrencyCode: v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
  destinationAmount: v.nullish(Amount),
  destinationCurrencyCode: v.nullish(v.string()),
  cryptoDetails: v.nullish(
    v.object({ walletAddress: v.nullish(v.string()), blockchainTransactionId: v.nullish(v.string()) }),
  ),
})

/** Cards alone: what other ways take and cost differs by seller. */
const paymentMethodType = 'CREDIT_DEBIT_CARD'
const categories = { categories: 'CRYPTO_ONRAMP', accountFilter: 'true' }
const hourMs = 3_600_000

export function createMeldApi(parameters: {
  config: MeldConfig & { readonly apiKey: string }
  clock: Clock
  onUnread?: OnUnread | undefined
}): MeldApi {
  const {
    config: { apiUrl, apiKey, apiVersion },
    clock,
    onUnread,
  } = parameters
  const headersOf = async () => ({ authorization: `BASIC ${apiKey}`, 'meld-version': apiVersion })
  const { ask } = createSellerApi({ name: 'Meld', url: apiUrl, headersOf, onUnread, clock })
  const coinsOf = readCoins({ ask, clock })
  return {
    async codeOf({ coin, signal }) {
      return (await coinsOf(signal)).find((each) => isSame({ named: each, coin }))?.currencyCode
    },
    async coinOf({ code, coins, signal }) {
      const named = (await coinsOf(signal)).find(({ currencyCode }) => currencyCode === code)
      return named && coins.find((coin) => isSame({ named, coin }))
    },
    async bestQuote({ country, code, currency, amount, signal }) {
      const body = {
        countryCode: country,
        sourceCurrencyCode: currency,
        sourceAmount: Number(amount),
        destinationCurrencyCode: code,
        paymentMethodType,
      }
      const path = '/payments/crypto/quote'
      const rows = (answer: v.InferOutput<typeof Quotes>) => answer.quotes
      const { quotes } = await ask({ path, body, mayRepeat: true, schema: Quotes, rows, signal })
      // One seller's offer that can't be read says nothing of the others'.
      const asked = readable(quotes).filter(
        (each) => each.destinationCurrencyCode === code && each.sourceCurrencyCode === currency,
      )
      const [best] = asked.toSorted((a, b) => Number(b.destinationAmount) - Number(a.destinationAmount))
      if (best === undefined) throw new NotForSaleError({ field: 'purchaseCurrency' })
      return best
    },
    async limits({ country, currency, signal }) {
      const query = { ...categories, countries: country, fiatCurrencies: currency }
      const path = `/service-providers/limits/fiat-currency-purchases?${new URLSearchParams(query)}`
      const all = readable(await ask({ path, schema: v.array(row(Limit)), rows: (limits) => limits, signal }))
      const found = all.find(({ currencyCode }) => currencyCode === currency)
      return found === undefined ? [] : [{ id: 'card', min: found.minimumAmount, max: found.maximumAmount }]
    },
    async session({ signal, ...purchase }) {
      const body = toSession(purchase)
      return (await ask({ path: '/crypto/session/widget', body, schema: Session, signal })).widgetUrl
    },
    async transaction({ id, signal }) {
      const path = `/payments/transactions/${encodeURIComponent(id)}`
      const schema = v.object({ transaction: Transaction })
      return (await ask({ path, schema, signal })).transaction
    },
  }
}

/** The coins that it sells, asked for once an hour. */
function readCoins({ ask, clock }: Pick<SellerApi, 'ask'> & { clock: Clock }) {
  const listed = createSharedRead<null, readonly Coin[]>({
    read(_, signal) {
      const path = `/service-providers/properties/crypto-currencies?${new URLSearchParams(categories)}`
      return ask({ path, schema: v.array(row(Coin)), rows: (coins) => coins, signal }).then(readable)
    },
    lifetimeMs: hourMs,
    staleMs: 24 * hourMs,
    timeoutMs: 10_000,
    clock,
  })
  return async (signal: AbortSignal) => (await listed(null, signal)) ?? []
}

const toSession = ({ country, reference, customer, code, currency, amount, ...purchase }: Purchase) => ({
  sessionType: 'BUY',
  externalSessionId: reference,
  externalCustomerId: customer,
  sessionData: {
    ...purchase,
    countryCode: country,
    paymentMethodType,
    sourceAmount: amount,
    sourceCurrencyCode: currency,
    destinationCurrencyCode: code,
    // No visitor can be led to another wallet on the seller's page.
    lockFields: ['walletAddress', 'destinationCurrencyCode'],
  },
})

/** A network's own coin has no contract, or one of zeros. */
const isNative = (address: string | null | undefined) =>
  !address || /^0x0{40}$/.test(address) || address.toLowerCase() === ethAddress

function isSame({ named, coin: { chain, token } }: { named: Coin; coin: Purchasable }): boolean {
  if (parseNetworkId(chain.id).reference !== String(named.chainId)) return false
  if (token === null) return isNative(named.contractAddress)
  return named.contractAddress?.toLowerCase() === token.toLowerCase()
}
