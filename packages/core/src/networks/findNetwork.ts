import type { NetworkId } from '../chain/ids.js'
import { defaultFamily, type Network, toNetwork } from './network.js'

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
export const defaultNetworkId: NetworkId = `${defaultFamily}:1`

/** A network of which only the id is known: it has no address to be read at, and is never added to a wallet. */
export function networkWithId(networkId: NetworkId): Network {
  const [, id = ''] = networkId.split(':')
  const nativeCurrency = { name: '', symbol: '', decimals: 0 }
  return toNetwork({
    caipNetworkId: networkId,
    id,
    name: networkId,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
  })
}
