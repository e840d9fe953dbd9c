import { isFamily, type NetworkId } from '../chain/ids.js'
import { NoAdapterForNetworkError } from '../errors/config.js'
import type { Foyer } from '../foyer.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import type { NetworkInput } from '../networks/network.js'
import { keysOf } from '../store/keysOf.js'

/**
 * Adds a network to those that the visitor may go to; one that is there already stays as it is.
 * @throws InvalidNetworkError · NoAdapterForNetworkError [S5.3]
 */
export function addNetwork(foyer: Foyer, input: NetworkInput): void {
  const network = defineNetwork(input)
  needAdapter(foyer, network.chainNamespace)
  foyer.context.update((state) =>
    state.networks.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
      ? state
      : { networks: [...state.networks, network] },
  )
}

/**
 * Takes a network away; an unknown one is no matter.
 * @throws NoAdapterForNetworkError [S5.3]
 */
export function removeNetwork(foyer: Foyer, networkId: NetworkId): void {
  needAdapter(foyer, networkId.slice(0, networkId.indexOf(':')))
  foyer.context.update((state) => {
    const networks = state.networks.filter(({ caipNetworkId }) => caipNetworkId !== networkId)
    if (networks.length === state.networks.length) return state
    const chosen = { ...state.chosen }
    for (const family of keysOf(chosen)) if (chosen[family] === networkId) delete chosen[family]
    return { networks, chosen }
  })
}

function needAdapter({ context: { adapters } }: Foyer, family: string): void {
  if (!isFamily(family) || !adapters.has(family)) throw new NoAdapterForNetworkError({ family })
}
