import type { NetworkId } from '../chain/ids.js'
import { NetworkNotConfiguredError } from '../errors/network.js'
import type { FoyerContext } from '../foyer.js'
import type { Network } from '../networks/network.js'

/** A network of the kit by its id. @throws NetworkNotConfiguredError, and shows the alert SWITCH_NETWORK_NOT_FOUND [S8.21] */
export function configuredNetwork({ store, update }: FoyerContext, networkId: NetworkId): Network {
  const { networks } = store.getState()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (network) return network
  update(() => ({ alert: { key: 'SWITCH_NETWORK_NOT_FOUND', values: { network: networkId } } }))
  throw new NetworkNotConfiguredError({ networkId, configured: networks.map(({ caipNetworkId }) => caipNetworkId) })
}
