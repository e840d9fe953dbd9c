import type { Network } from '../networks/network.js'
import { networkIdOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'

export interface NetworkRow {
  readonly network: Network
  /** The one that the visitor is on. */
  readonly selected: boolean
  /** The connected wallet didn't agree to it. */
  readonly refused: boolean
}

/** Pure: the networks, those that a wallet agreed to first. */
export function networkRows(state: FoyerState): NetworkRow[] {
  const current = networkIdOf(state)
  const rows = state.networks.map((network) => ({
    network,
    selected: network.caipNetworkId === current,
    refused: isRefused(state, network),
  }))
  return [...rows.filter(({ refused }) => !refused), ...rows.filter(({ refused }) => refused)]
}

function isRefused({ connection }: FoyerState, { chainNamespace, caipNetworkId }: Network): boolean {
  const approved = connection.connections[connection.active[chainNamespace] ?? '']?.approvedNetworks
  return approved !== undefined && !approved.includes(caipNetworkId)
}
