import { parseAmount, parseFungible } from '@foyer/core/chain'
import { onrampFeePercent } from '@foyer/core/wire'
import { checked, matching } from '@foyer/service/config/fields'
import * as v from 'valibot'
import { parses, textOf, WebUrl, whole } from '../kernel/fields.js'
import { WebhookSecret } from '../webhooks/signature.js'
import { rateDecimals } from './amounts.js'
import { coinbaseKey } from './coinbaseApi.js'

const feeSentence = `must be a whole number from ${onrampFeePercent.least * 100} to ${onrampFeePercent.most * 100}: kits show ${onrampFeePercent.least} to ${onrampFeePercent.most} %`

/** Hundredths of a per cent [S9.17]. */
const FeeBasisPoints = v.optional(whole(onrampFeePercent.least * 100, onrampFeePercent.most * 100, feeSentence), 150)

const text = textOf(256)

/** A desk with signed orders and reports: the local stack's, or an operator's. */
export const DeskConfig = v.strictObject({
  kind: v.literal('desk'),
  /** the page that a visitor is sent to */
  url: WebUrl,
  secret: WebhookSecret,
  feeBasisPoints: FeeBasisPoints,
})
export type DeskConfig = v.InferOutput<typeof DeskConfig>

const Country = v.optional(matching(/^[A-Z]{2}$/, 'must be two capital letters such as "US"'))

const HeaderName = matching(/^[a-z\d-]{1,64}$/, 'must be the name of a header, in small letters')

/** The operator's own Secret API key at Coinbase, and where prices are asked for. */
export const coinbaseAccess = {
  /** the key's id or name */
  apiKeyId: text,
  /** its secret: a PEM of an EC key, or an Ed25519 key in base64 */
  apiKeySecret: checked(isApiKey, 'must be a PEM of an EC key, or an Ed25519 key of 64 bytes in base64'),
  apiUrl: v.optional(WebUrl, 'https://api.developer.coinbase.com'),
  payUrl: v.optional(WebUrl, 'https://pay.coinbase.com'),
  country: Country,
  subdivision: v.optional(matching(/^[A-Z0-9]{1,3}$/, 'must be a part of a country such as "NY"')),
}

/** Coinbase Onramp. */
export const CoinbaseConfig = v.strictObject({
  kind: v.literal('coinbase'),
  ...coinbaseAccess,
  feeBasisPoints: FeeBasisPoints,
})
export type CoinbaseConfig = v.InferOutput<typeof CoinbaseConfig>

/** Meld with the operator's own public key, which opens its page [S9.20], or with an API key, which has its prices as well. */
export const MeldConfig = v.pipe(
  v.strictObject({
    kind: v.literal('meld'),
    publicKey: v.optional(text),
    url: v.optional(WebUrl),
    apiKey: v.optional(text),
    apiUrl: v.optional(WebUrl, 'https://api.meld.io'),
    apiVersion: v.optional(v.pipe(v.string(), v.isoDate()), '2025-03-01'),
    /** of the webhook whose messages say what became of a purchase */
    webhookSecret: v.optional(
      v.pipe(v.string(), v.minLength(16, 'must have 16 characters at least'), v.maxLength(256)),
    ),
    country: Country,
    feeBasisPoints: FeeBasisPoints,
  }),
  v.check(({ publicKey, apiKey }) => (publicKey ?? apiKey) !== undefined, 'must have a public key or an API key'),
  v.check(({ apiKey, webhookSecret }) => !webhookSecret || !!apiKey, 'must have an API key to use a webhook'),
)
export type MeldConfig = v.InferOutput<typeof MeldConfig>

const ProviderConfig = v.variant('kind', [DeskConfig, CoinbaseConfig, MeldConfig])
export type ProviderConfig = v.InferOutput<typeof ProviderConfig>

/** A CAIP-19 id of a coin or a token. */
export const AssetName = checked(parses(parseFungible), 'must be a CAIP-19 id such as "eip155:1/slip44:60"')

/** Money of two decimals, and what it is worth. */
const CurrencyConfig = v.strictObject({
  id: matching(/^[A-Z]{3}$/, 'must be three capital letters such as "EUR"'),
  usd: checked(isRate, 'must be a decimal string above 0 such as "1.08"'),
})

/** All about buying. Without it nothing can be bought. */
export const OnrampConfig = v.strictObject({
  /** the first is the one that kits of others get */
  providers: v.pipe(
    v.array(ProviderConfig),
    v.minLength(1, 'must name at least one provider'),
    v.check((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'must name each provider once'),
  ),
  /** headers by which a trusted proxy says where a visitor is */
  visitor: v.optional(v.strictObject({ countryHeader: HeaderName, subdivisionHeader: v.optional(HeaderName) })),
  /** what can be bought; left out: every coin and token of the configured eip155 networks */
  assets: v.optional(v.pipe(v.array(AssetName), v.maxLength(500, 'must have 500 items at most'))),
  /** what can be paid with, and what one of it is in US dollars */
  currencies: v.optional(v.pipe(v.array(CurrencyConfig), v.minLength(1, 'must name at least one currency')), [
    { id: 'USD', usd: '1' },
  ]),
})
export type OnrampConfig = v.InferOutput<typeof OnrampConfig>

function isRate(rate: string): boolean {
  try {
    return parseAmount({ text: rate, decimals: rateDecimals }).value > 0n
  } catch {
    return false
  }
}

function isApiKey(secret: string): boolean {
  try {
    return coinbaseKey(secret).type === 'private'
  } catch {
    return false
  }
}
