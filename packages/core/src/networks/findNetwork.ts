import type { NetworkId } from '../chain/ids.js'
import type { Network } from './network.js'

/**
 * Finds a network by its CAIP-2 id.
 *
 * @example findNetwork({ networks: [mainnet, base], networkId: 'eip155:8453' })?.name // 'Base'
 */
export function findNetwork<Found extends Network>({
  networks,
  networkId,
}: {
  networks: readonly Found[]
  networkId: NetworkId | undefined
}): Found | undefined {
  return networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
}

/** The network that counts where none is chosen and none configured [S9.39]. */
export const defaultNetworkId: NetworkId = 'eip155:1'
