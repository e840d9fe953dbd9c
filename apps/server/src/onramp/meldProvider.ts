import { meldUrl } from '@foyer/core/wire'
import type { MeldConfig } from './onrampConfig.js'
import type { OnrampProvider } from './provider.js'
import { NotForSaleError } from './refusals.js'

/** @see S9.20 */
export function meldProvider({ config }: { config: MeldConfig }): OnrampProvider {
  const { publicKey, url, feeBasisPoints } = config
  return {
    id: 'meld',
    name: 'Meld.io',
    families: ['eip155', 'solana'],
    methods: ['card', 'ach_bank_account'],
    tracked: false,
    feeBasisPoints,
    async urlFor({ order }) {
      const [wallet] = order.wallets
      if (!wallet) throw new NotForSaleError({ field: 'destinationWallets' })
      return meldUrl({ baseUrl: url, publicKey, family: wallet.family, walletAddress: wallet.address })
    },
  }
}
