import type { Network, RpcUrls } from './network.js'

/** A network of the EVM family as this package lists it: also what viem takes as a `Chain`. */
export interface EvmNetwork extends Network {
  readonly chainNamespace: 'eip155'
  readonly caipNetworkId: `eip155:${number}`
  readonly id: number
  readonly rpcUrls: { readonly default: RpcUrls }
}
