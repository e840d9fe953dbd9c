import type { NetworkId } from '../chain/ids.js'
import { type Network, toNetwork } from './network.js'

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
