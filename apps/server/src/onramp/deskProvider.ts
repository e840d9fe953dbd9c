import { readBody, signBody, verifyWebhook } from '../webhooks/signature.js'
import type { DeskConfig } from './onrampConfig.js'
import type { OnrampProvider, Order } from './provider.js'

/** How long an order can be paid. */
const orderHoldsSeconds = 3_600

/**
 * A desk is sent to with a signed order, so that the wallet can't be changed on the way:
 * `{url}?order={base64url of JSON}&timestamp={seconds}&signature={HMAC of "order.{timestamp}.{order}"}`. What came of it, the
 * desk reports in signed messages.
 */
export function deskProvider({ config, now }: { config: DeskConfig; now: () => number }): OnrampProvider {
  const { url, secret, feeBasisPoints } = config
  return {
    id: 'desk',
    name: 'Card desk',
    families: ['eip155'],
    methods: ['card'],
    tracked: true,
    opensSessions: false,
    feeBasisPoints,
    async urlFor({ order }) {
      const timestamp = Math.floor(now() / 1000)
      const body = Buffer.from(JSON.stringify(written({ order, timestamp }))).toString('base64url')
      const target = new URL(url)
      target.searchParams.set('order', body)
      target.searchParams.set('timestamp', String(timestamp))
      target.searchParams.set('signature', signBody({ secret, purpose: 'order', timestamp, body }))
      return target.href
    },
    async readReport({ message }) {
      verifyWebhook({ message, secret })
      return readBody(message)
    },
  }
}

function written({ order, timestamp }: { order: Order; timestamp: number }) {
  const { id, projectId, wallets, defaultNetwork, purchaseAmount, paymentAmount } = order
  return {
    id,
    projectId,
    address: wallets[0]?.address,
    assets: wallets[0]?.assets ?? [],
    defaultNetwork,
    purchaseAmount,
    paymentAmount,
    expiresAt: timestamp + orderHoldsSeconds,
  }
}
