import { type Adapter, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'

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
  return inPageAdapter({
    ...{ family: 'algorand', type: 'algorand', discover: discoverWallets, connections: load, actions: load },
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['algo_signTxn', 'algo_signData'] },
  })
}
