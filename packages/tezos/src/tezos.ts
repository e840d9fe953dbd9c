import { type Adapter, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'
import { otherIds } from './otherIds.js'

/**
 * The adapter of Tezos (`tezos`): finds wallets in the page that speak Beacon, and reads networks by their nodes. What isn't needed to find wallets is loaded when it is
 * first used.
 *
 * @see TZIP-10
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [tezosMainnet], adapters: [tezos()] })
 */
export const tezos = (): Adapter<'tezos'> =>
  inPageAdapter({
    ...{ family: 'tezos', type: 'tezos', discover: discoverWallets },
    connections: onDemand({ chunk: 'tezos.beacon', load: () => import('./connection/connectWallet.js') }),
    actions: onDemand({ chunk: 'tezos', load: () => import('./wallet.js') }),
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['tezos_getAccounts', 'tezos_send', 'tezos_sign'], otherIds },
  })
