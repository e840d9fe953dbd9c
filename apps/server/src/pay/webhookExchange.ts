import { normalAsset } from '../onramp/catalogue.js'
import { readBody, signedAddress, verifyWebhook } from '../webhooks/signature.js'
import type { Exchange } from './exchange.js'
import type { WebhookExchangeConfig } from './payConfig.js'

/** The exchange's page is opened with what to pay, signed so that it can't be changed on the way. What came of it, it reports in signed messages. */
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
      const { id: sessionId, asset, amount, recipient } = session
      const content = { id: sessionId, asset, amount, recipient }
      return signedAddress({ url, secret, purpose: 'payment', now: now(), content })
    },
    readReport(message) {
      verifyWebhook({ message, secret })
      return readBody(message)
    },
  }
}
