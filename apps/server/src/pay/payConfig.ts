import { limits } from '@foyer/core/wire'
import * as v from 'valibot'
import { AssetName, BaseUrl } from '../onramp/onrampConfig.js'
import { WebhookSecret } from '../webhooks/signature.js'

/** An exchange that takes part by signed addresses and signed messages: ours in the local stack, or any other that does so. */
export const WebhookExchangeConfig = v.strictObject({
  kind: v.literal('webhook'),
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][-a-z0-9]*$/, 'must be small letters, digits and hyphens'),
    v.maxLength(limits.exchangeId),
  ),
  name: v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(limits.currencyName)),
  imageUrl: v.optional(v.union([BaseUrl, v.literal('')]), ''),
  /** the page that a visitor is sent to */
  url: BaseUrl,
  secret: WebhookSecret,
  /** what it pays with */
  assets: v.pipe(v.array(AssetName), v.minLength(1, 'must name at least one asset'), v.maxLength(500)),
})
export type WebhookExchangeConfig = v.InferOutput<typeof WebhookExchangeConfig>

/** All about payments from exchanges. Without it there are no exchanges. */
export const PayConfig = v.strictObject({
  exchanges: v.pipe(
    v.array(v.variant('kind', [WebhookExchangeConfig])),
    v.minLength(1, 'must name at least one exchange'),
    v.maxLength(limits.exchanges),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must name each exchange once'),
  ),
})
export type PayConfig = v.InferOutput<typeof PayConfig>
