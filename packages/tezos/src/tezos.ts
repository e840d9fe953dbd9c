import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'
import { otherIds } from './otherIds.js'

/**
 * The adapter of Tezos (`tezos`): finds wallets in the page that speak Beacon, and reads networks by their nodes. What isn't needed to find wallets is loaded when it is
 * first used.
 *
 * @see TZIP-10
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [tezosMainnet], adapters: [tezos()] })
 */
export function tezos(): Adapter<'tezos'> {
  const load = onDemand({ chunk: 'tezos', load: () => import('./wallet.js') })
  const beacon = onDemand({ chunk: 'tezos.beacon', load: () => import('./connection/connectWallet.js') })
  const connectorOf = (found: FoundWallet): Connector => {
    const { extensionId: _, ...entry } = found
    return {
      ...entry,
      families: ['tezos'],
      connect: async (request) => (await beacon()).connectWallet({ found, request }),
      restore: async (request) => (await beacon()).restoreWallet({ found, request }),
    }
  }
  return {
    family: 'tezos',
    type: 'tezos',
    accountTypes: ['eoa'],
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['tezos_getAccounts', 'tezos_send', 'tezos_sign'], otherIds },
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await load()).actionsOn(host),
  }
}
