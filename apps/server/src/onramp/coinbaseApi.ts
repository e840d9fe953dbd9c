import { createPrivateKey, type KeyObject } from 'node:crypto'
import { coinbaseNetworks, transactionStatuses } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import type { OnUnread } from '../provider/provider.js'
import { readable, row } from '../provider/rows.js'
import type { Place } from './place.js'
import { createSellerApi } from './provider.js'
import { ProviderUnavailableError } from './refusals.js'

/** The access to Coinbase, for buying and for paying alike: the operator's Secret API key. */
export interface CoinbaseAccess {
  readonly apiKeyId: string
  /** a PEM of an EC key, or an Ed25519 key of 64 bytes in base64 */
  readonly apiKeySecret: string
  readonly apiUrl: string
  readonly payUrl: string
  /** ISO 3166-1 and, in the United States, 3166-2: where prices and limits are asked for of a visitor of whom it isn't known */
  readonly country?: string | undefined
  readonly subdivision?: string | undefined
}

/** Coinbase Onramp. */
export interface CoinbaseApi {
  /** @returns a token of one use, which holds the wallets: they are in no address */
  sessionToken(request: {
    addresses: readonly { address: string; blockchains: readonly string[] }[]
    assets: readonly string[]
    clientIp: string
    signal: AbortSignal
  }): Promise<string>
  /** @returns what each money takes, by way of paying */
  limits(request: { place: Place; signal: AbortSignal }): Promise<ReadonlyMap<string, readonly CoinbaseLimit[]>>
  quote(request: {
    symbol: string
    network: string
    amount: string
    currency: string
    place: Place
    signal: AbortSignal
  }): Promise<CoinbaseQuote>
  /** @returns the newest first, those that are written as documented */
  bought(request: { reference: string; signal: AbortSignal }): Promise<readonly CoinbaseTransaction[]>
}

export type CoinbaseLimit = v.InferOutput<typeof Limit>
export type CoinbaseQuote = v.InferOutput<typeof Quote>
export type CoinbaseTransaction = v.InferOutput<typeof CoinbaseTransaction>

/** The longest reference of a user. */
export const longestReference = 49

/** Coinbase's name of a network, by that name or by its CAIP-2 id. */
export const toCoinbase = (network: string): string | undefined =>
  coinbaseNetworks[network] ?? (known.has(network) ? network : undefined)
const known = new Set(Object.values(coinbaseNetworks))

/** The CAIP-2 id of what Coinbase calls so. */
export const fromCoinbase = (name: string): string | undefined =>
  Object.entries(coinbaseNetworks).find(([, network]) => network === name)?.[0]

const decimal = v.pipe(v.string(), v.maxLength(80), v.regex(/^\d+(?:\.\d+)?$/))
const Money = v.object({ value: decimal, currency: v.string() })
/** A decimal string, or an object that holds one: Coinbase's documents show both. */
const Amount = v.union([
  decimal,
  v.pipe(
    Money,
    v.transform(({ value }) => value),
  ),
])

const Limit = v.object({
  id: v.pipe(
    v.string(),
    v.transform((id) => id.toLowerCase()),
  ),
  min: decimal,
  max: decimal,
})
const Options = v.object({
  payment_currencies: v.array(
    row(
      v.pipe(
        v.object({
          id: v.string(),
          limits: v.optional(v.array(row(Limit))),
          payment_method_limits: v.optional(v.array(row(Limit))),
        }),
        v.transform(({ id, limits, payment_method_limits = [] }) => ({ id, limits: limits ?? payment_method_limits })),
      ),
    ),
  ),
})

const Quote = v.object({
  payment_total: Money,
  payment_subtotal: Money,
  purchase_amount: Money,
  coinbase_fee: Money,
  network_fee: Money,
  quote_id: v.pipe(v.string(), v.maxLength(128)),
})

/** An empty string stands for what isn't there yet. */
const CoinbaseTransaction = v.object({
  status: v.picklist(transactionStatuses),
  transaction_id: v.string(),
  purchase_currency: v.string(),
  purchase_network: v.string(),
  purchase_amount: Amount,
  wallet_address: v.string(),
  tx_hash: v.optional(v.string(), ''),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
})

const Token = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(2048)) })
const Transactions = v.object({ transactions: v.array(row(CoinbaseTransaction)) })

/** The most transactions that are asked for. */
const most = 50

/** @see https://docs.cdp.coinbase.com/onramp */
export function createCoinbaseApi(parameters: {
  access: CoinbaseAccess
  clock: Clock
  nonce: () => string
  onUnread?: OnUnread | undefined
}): CoinbaseApi {
  const { access, clock, nonce, onUnread } = parameters
  const headersOf = async (request: { method: string; url: URL }) => ({
    authorization: `Bearer ${await coinbaseToken({ ...access, ...request, now: clock.now(), nonce: nonce() })}`,
  })
  const { ask } = createSellerApi({ name: 'Coinbase', url: access.apiUrl, headersOf, onUnread, clock })
  return {
    async sessionToken({ addresses, assets, clientIp, signal }) {
      const body = { addresses, clientIp, ...(assets.length > 0 && { assets }) }
      return (await ask({ path: '/onramp/v1/token', body, schema: Token, signal })).token
    },
    async limits({ place, signal }) {
      const path = `/onramp/v1/buy/options?${new URLSearchParams(whereOf(place))}`
      const rows = ({ payment_currencies: all }: v.InferOutput<typeof Options>) =>
        all.flatMap((each) => (each === null ? [null] : [each, ...each.limits]))
      const { payment_currencies } = await ask({ path, schema: Options, rows, signal })
      return new Map(readable(payment_currencies).map(({ id, limits }) => [id, readable(limits)]))
    },
    async quote({ symbol, network, amount, currency, place, signal }) {
      const body = {
        purchaseCurrency: symbol,
        purchaseNetwork: network,
        paymentAmount: amount,
        paymentCurrency: currency,
        paymentMethod: 'CARD',
        ...whereOf(place),
      }
      const path = '/onramp/v1/buy/quote'
      const quote = await ask({ path, body, mayRepeat: true, schema: Quote, signal })
      // Where the money isn't taken, the answer silently is in dollars.
      const inMoney = [quote.payment_total, quote.payment_subtotal, quote.coinbase_fee, quote.network_fee]
      if (inMoney.every((each) => each.currency === currency) && quote.purchase_amount.currency === symbol) return quote
      throw new ProviderUnavailableError({ cause: new Error('The quote is in other currencies than was asked for.') })
    },
    async bought({ reference, signal }) {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(reference)}/transactions?page_size=${most}`
      const rows = (answer: v.InferOutput<typeof Transactions>) => answer.transactions
      return readable(rows(await ask({ path, schema: Transactions, rows, signal })))
    },
  }
}

const whereOf = ({ country, subdivision }: Place) => ({ country, ...(subdivision !== undefined && { subdivision }) })

const holdsSeconds = 120

interface CoinbaseToken {
  apiKeyId: string
  apiKeySecret: string
  method: string
  url: URL
  /** milliseconds since 1970 */
  now: number
  nonce: string
}

/**
 * Writes the bearer token of one call: a JWT of two minutes, for that method and path alone.
 * @see https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication
 */
function coinbaseToken({ apiKeyId, apiKeySecret, method, url, now, nonce }: CoinbaseToken): Promise<string> {
  const key = coinbaseKey(apiKeySecret)
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
    .setProtectedHeader({ alg, kid: apiKeyId, typ: 'JWT', nonce })
    .setSubject(apiKeyId)
    .setIssuer('cdp')
    .setAudience(['cdp_service'])
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + holdsSeconds)
    .sign(key)
}

/**
 * Reads a Secret API key: a PEM of an EC key, or the 32 secret bytes of an Ed25519 key with its 32 public ones in base64.
 * @throws TypeError, or what the parser throws, for anything else
 */
export function coinbaseKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length === 64) {
    const d = bytes.subarray(0, 32).toString('base64url')
    const x = bytes.subarray(32).toString('base64url')
    return createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d, x } })
  }
  const key = createPrivateKey(secret)
  if (key.asymmetricKeyType === 'ec') return key
  throw new TypeError('The key is neither of an elliptic curve nor Ed25519.')
}
