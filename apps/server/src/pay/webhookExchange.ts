import { normalAsset } from '../onramp/catalogue.js'
import { readBody, signBody, verifyWebhook } from '../webhooks/signature.js'
import type { Exchange, PaySession } from './exchange.js'
import type { WebhookExchangeConfig } from './payConfig.js'

/** How long a payment can be made. */
const sessionHoldsSeconds = 3_600

/**
 * The exchange's page is opened with what to pay, signed so that it can't be changed on the way:
 * `{url}?payment={base64url of JSON}&timestamp={seconds}&signature={HMAC of "payment.{timestamp}.{payment}"}`. The payment is
 * `{ id, asset, amount, recipient, expiresAt }`. What came of it, the exchange reports in signed messages.
 */
export function webhookExchange({ config, now }: { config: WebhookExchangeConfig; now: () => number }): Exchange {
  const { id, name, imageUrl, url, secret } = config
  const assets = new Set(config.assets.map(normalAsset))
  return {
    id,
    name,
    imageUrl,
    opensSessions: false,
    pays: (asset) => assets.has(asset),
    async urlFor({ session }) {
      const timestamp = Math.floor(now() / 1000)
      const body = Buffer.from(JSON.stringify(written({ session, timestamp }))).toString('base64url')
      const target = new URL(url)
      target.searchParams.set('payment', body)
      target.searchParams.set('timestamp', String(timestamp))
      target.searchParams.set('signature', signBody({ secret, purpose: 'payment', timestamp, body }))
      return target.href
    },
    readReport(message) {
      verifyWebhook({ message, secret })
      return readBody(message)
    },
  }
}

function written({ session, timestamp }: { session: PaySession; timestamp: number }) {
  const { id, asset, amount, recipient } = session
  return { id, asset, amount, recipient, expiresAt: timestamp + sessionHoldsSeconds }
}
