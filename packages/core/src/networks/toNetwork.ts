import { isFamily, type NetworkId } from '../chain/ids.js'
import type { Network, NetworkInput } from './network.js'

/**
 * The kit's own form of what a host passed as a network: what the kit knows of it, with its CAIP-2 id. It checks nothing:
 * that is `defineNetwork`'s, which `createFoyer` runs while a dapp is developed, so that nobody's visitors download the checks.
 */
export function toNetwork({
  chainNamespace,
  caipNetworkId,
  id,
  name,
  nativeCurrency,
  rpcUrls,
  blockExplorers,
  assets,
  testnet,
}: NetworkInput): Network {
  const [namespace = ''] = caipNetworkId?.split(':') ?? []
  const family = chainNamespace ?? (isFamily(namespace) ? namespace : 'eip155')
  const networkId: NetworkId = caipNetworkId ?? `${family}:${id}`
  return {
    chainNamespace: family,
    caipNetworkId: networkId,
    id,
    name,
    nativeCurrency,
    rpcUrls,
    blockExplorers,
    assets,
    testnet,
  }
}
