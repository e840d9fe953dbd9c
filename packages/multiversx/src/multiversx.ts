import { type Adapter, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'

/**
 * The adapter of MultiversX (`mvx`): finds the DeFi Wallet's extension in the page. What isn't needed to find it is loaded when it is first used.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [multiversxMainnet], adapters: [multiversx()] })
 */
export function multiversx(): Adapter<'mvx'> {
  const load = onDemand({ chunk: 'multiversx', load: () => import('./wallet.js') })
  return inPageAdapter({
    ...{ family: 'mvx', type: 'multiversx', discover: discoverWallets, connections: load, actions: load },
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['mvx_signMessage', 'mvx_signTransaction'] },
  })
}
