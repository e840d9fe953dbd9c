import { readBody, signedAddress, verifyWebhook } from '../webhooks/signature.js'
import type { DeskConfig } from './onrampConfig.js'
import type { OnrampProvider } from './provider.js'

/** A desk is sent to with a signed order, so that the wallet can't be changed on the way. What came of it, the desk reports in signed messages. */
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
      const { id, projectId, wallets, defaultNetwork, purchaseAmount, paymentAmount } = order
      const [{ address, assets } = { address: undefined, assets: [] }] = wallets
      const content = { id, projectId, address, assets, defaultNetwork, purchaseAmount, paymentAmount }
      return signedAddress({ url, secret, purpose: 'order', now: now(), content })
    },
    async readReport({ message }) {
      verifyWebhook({ message, secret })
      return readBody(message)
    },
  }
}
