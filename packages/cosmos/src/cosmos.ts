import { type Adapter, type NetworkId, onDemand } from '@foyer/core'
import { inPageAdapter } from '@foyer/core/connector'
import { discoverWallets } from './discovery/discoverWallets.js'
import type { CosmosChain } from './family.js'

export interface CosmosOptions {
  /** The constants of each chain, by CAIP-2 id: for chains that the kit doesn't know, or knows otherwise. */
  readonly chains?: Readonly<Record<NetworkId, CosmosChain>> | undefined
}

/**
 * The adapter of the Cosmos family (`cosmos`): finds wallets in the page that have Keplr's API, and reads chains by their nodes' JSON-RPC. What isn't needed to
 * find wallets is loaded when it is first used.
 *
 * @see ADR-36, https://docs.cosmos.network
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [cosmosHub], adapters: [cosmos()] })
 */
export function cosmos({ chains = {} }: CosmosOptions = {}): Adapter<'cosmos'> {
  const load = onDemand({ chunk: 'cosmos', load: async () => (await import('./wallet.js')).walletOn(chains) })
  return inPageAdapter({
    ...{ family: 'cosmos', type: 'cosmos', discover: discoverWallets, connections: load, actions: load },
    // What a session with a wallet elsewhere is asked for [S7.36].
    session: { methods: ['cosmos_getAccounts', 'cosmos_signDirect', 'cosmos_signAmino'] },
  })
}
