import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'

/**
 * The adapter of Algorand (`algorand`): finds wallets that answer in the page by ARC-27, or sit at `window.algorand`, and reads networks by their nodes (algod).
 * What isn't needed to find wallets is loaded when it is first used.
 *
 * @see ARC-27
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [algorandMainnet], adapters: [algorand()] })
 */
export function algorand(): Adapter<'algorand'> {
  const load = onDemand({ chunk: 'algorand', load: () => import('./wallet.js') })
  const connectorOf = (found: FoundWallet): Connector => ({
    ...{ id: found.id, type: found.type, name: found.name, icon: found.icon, rdns: found.rdns },
    families: ['algorand'],
    connect: async (request) => (await load()).connectWallet({ found, request }),
    restore: async (request) => (await load()).restoreWallet({ found, request }),
  })
  return {
    family: 'algorand',
    type: 'algorand',
    accountTypes: ['eoa'],
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['algo_signTxn', 'algo_signData'] },
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await load()).actionsOn(host),
  }
}
