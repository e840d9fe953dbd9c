import { limits } from '@foyer/core/wire'
import * as v from 'valibot'
import { WebUrl } from '../kernel/fields.js'
import { AssetName, coinbaseAccess } from '../onramp/onrampConfig.js'
import { WebhookSecret } from '../webhooks/signature.js'

const name = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(limits.currencyName))
const imageUrl = v.optional(v.union([WebUrl, v.literal('')]), '')
/** what it pays with */
const Assets = v.pipe(v.array(AssetName), v.minLength(1, 'must name at least one asset'), v.maxLength(500))

/** An exchange that takes part by signed addresses and signed messages: ours in the local stack, or any other that does so. */
export const WebhookExchangeConfig = v.strictObject({
  kind: v.literal('webhook'),
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][-a-z0-9]*$/, 'must be small letters, digits and hyphens'),
    v.maxLength(limits.exchangeId),
  ),
  name,
  imageUrl,
  /** the page that a visitor is sent to */
  url: WebUrl,
  secret: WebhookSecret,
  assets: Assets,
})
export type WebhookExchangeConfig = v.InferOutput<typeof WebhookExchangeConfig>

/** Coinbase, by the operator's own Secret API key. */
export const CoinbaseExchangeConfig = v.strictObject({
  kind: v.literal('coinbase'),
  id: v.optional(v.literal('coinbase'), 'coinbase'),
  name: v.optional(name, 'Coinbase'),
  imageUrl,
  ...coinbaseAccess,
  /** of the subscription whose messages say what became of a payment; without it, only asking does */
  webhookSecret: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters at least'), v.maxLength(256))),
  assets: Assets,
})
export type CoinbaseExchangeConfig = v.InferOutput<typeof CoinbaseExchangeConfig>

/** All about payments from exchanges. Without it there are no exchanges. */
export const PayConfig = v.strictObject({
  exchanges: v.pipe(
    v.array(v.variant('kind', [WebhookExchangeConfig, CoinbaseExchangeConfig])),
    v.minLength(1, 'must name at least one exchange'),
    v.maxLength(limits.exchanges),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must name each exchange once'),
  ),
})
export type PayConfig = v.InferOutput<typeof PayConfig>
