import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'

/**
 * The adapter of Cardano (`cip34`): finds wallets that sit at `window.cardano` (CIP-30), and reads networks by nodes with Koios's paths. What isn't needed to find
 * wallets is loaded when it is first used.
 *
 * @see CIP-30
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [cardanoMainnet], adapters: [cardano()] })
 */
export function cardano(): Adapter<'cip34'> {
  const load = onDemand({ chunk: 'cardano', load: () => import('./wallet.js') })
  const connectorOf = (found: FoundWallet): Connector => ({
    ...{ id: found.id, type: 'INJECTED', name: found.name, icon: found.icon, rdns: found.rdns },
    families: ['cip34'],
    connect: async (request) => (await load()).connectWallet({ found, request }),
    restore: async (request) => (await load()).restoreWallet({ found, request }),
  })
  return {
    family: 'cip34',
    type: 'cardano',
    accountTypes: ['eoa'],
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['cardano_signTx', 'cardano_signData', 'cardano_getUtxos'] },
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await load()).actionsOn(host),
  }
}
