import { type Adapter, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'

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
  return inPageAdapter({
    ...{ family: 'cip34', type: 'cardano', discover: discoverWallets, connections: load, actions: load },
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['cardano_signTx', 'cardano_signData', 'cardano_getUtxos'] },
  })
}
