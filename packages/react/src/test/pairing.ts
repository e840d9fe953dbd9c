import type { Connector } from '@foyer/core'

/** A way to wallets elsewhere, of which nothing comes. */
export const pairing: Connector = {
  id: 'walletConnect',
  type: 'WALLET_CONNECT',
  name: 'WalletConnect',
  families: ['eip155'],
  connect: () => new Promise(() => {}),
  restore: async () => null,
}
