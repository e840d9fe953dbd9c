import { type Adapter, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'

/**
 * The adapter of NEAR (`near`): finds wallets in the page that announce themselves as NEAR Connect has it, or sit at `window.near` and its kin. What isn't
 * needed to find wallets is loaded when it is first used.
 *
 * @see NEP-413
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [nearMainnet], adapters: [near()] })
 */
export function near(): Adapter<'near'> {
  const load = onDemand({ chunk: 'near', load: () => import('./wallet.js') })
  return inPageAdapter({
    ...{ family: 'near', type: 'near', discover: discoverWallets, connections: load, actions: load },
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['near_getAccounts', 'near_signMessage', 'near_signTransaction'] },
  })
}
