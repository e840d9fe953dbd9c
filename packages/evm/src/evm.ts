import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'

/**
 * The adapter of the EVM family (`eip155`): finds wallets in the page by EIP-6963 and `window.ethereum`, and reaches them by EIP-1193.
 * What isn't needed to find wallets is loaded when it is first used.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet], adapters: [evm()] })
 */
export function evm(): Adapter<'eip155'> {
  const code = onDemand({ chunk: 'evm', load: () => import('./wallet.js').then((wallet) => wallet.walletCode()) })

  const connectorOf = ({ provider, ...found }: FoundWallet): Connector => ({
    ...found,
    families: ['eip155'],
    connect: async (request) => (await code()).connectWallet({ provider, ...request }),
    restore: async (request) => (await code()).restoreWallet({ provider, ...request }),
  })

  return {
    family: 'eip155',
    type: 'evm',
    accountTypes: ['eoa', 'smartAccount'],
    goTo: async (request) => (await code()).goToByChannel(request),
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await code()).actionsOf(host),
  }
}
