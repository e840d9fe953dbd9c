import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'

/**
 * The adapter of MultiversX (`mvx`): finds the DeFi Wallet's extension in the page. What isn't needed to find it is loaded when it is first used.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [multiversxMainnet], adapters: [multiversx()] })
 */
export function multiversx(): Adapter<'mvx'> {
  const load = onDemand({ chunk: 'multiversx', load: () => import('./wallet.js') })
  const connectorOf = (found: FoundWallet): Connector => ({
    ...found,
    families: ['mvx'],
    connect: async (request) => (await load()).connectWallet({ found, request }),
    restore: async (request) => (await load()).restoreWallet({ found, request }),
  })
  return {
    family: 'mvx',
    type: 'multiversx',
    accountTypes: ['eoa'],
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['mvx_signMessage', 'mvx_signTransaction'] },
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await load()).actionsOn(host),
  }
}
