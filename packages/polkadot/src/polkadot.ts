import { type Adapter, type NetworkId, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'
import type { PolkadotChain } from './family.js'

export interface PolkadotOptions {
  /** The constants of each chain, by CAIP-2 id: for chains that the kit doesn't know, or knows otherwise. */
  readonly chains?: Readonly<Record<NetworkId, PolkadotChain>> | undefined
}

/**
 * The adapter of the Polkadot family (`polkadot`): finds wallets in the page that sit at `window.injectedWeb3`, and reads chains by their nodes' JSON-RPC. What
 * isn't needed to find wallets is loaded when it is first used.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [polkadotAssetHub], adapters: [polkadot()] })
 */
export function polkadot({ chains = {} }: PolkadotOptions = {}): Adapter<'polkadot'> {
  const load = onDemand({ chunk: 'polkadot', load: async () => (await import('./wallet.js')).walletOn(chains) })
  return inPageAdapter({
    ...{ family: 'polkadot', type: 'polkadot', discover: discoverWallets, connections: load, actions: load },
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['polkadot_signMessage', 'polkadot_signTransaction'] },
  })
}
