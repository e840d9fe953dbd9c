import type { Family } from '../chain/ids.js'
import { families } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import type { FoyerState } from '../store/state.js'
import type { Pending } from './connection.js'

/** The network of the last visit, or of another tab, made active. What is stored counts only where it names a configured network. */
export function recalledNetwork(
  { persistence }: Pick<FoyerContext, 'persistence'>,
  { networks, chosen }: FoyerState,
): Partial<FoyerState> {
  const stored = persistence.read('active_caip_network_id')
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === stored)
  if (!network) return {}
  const { chainNamespace, caipNetworkId } = network
  return { family: chainNamespace, chosen: { ...chosen, [chainNamespace]: caipNetworkId } }
}

/**
 * Takes up what was kept from the last visit: the network, and the families whose connections are about to be restored.
 * @returns those families
 */
export function recall(context: FoyerContext): Family[] {
  const { persistence, store, update, nextAttemptId } = context
  const { connection, networks, chosen: former } = store.getState()
  const { active, pending: awaited } = connection
  const remembered: Family[] = []
  // What a server render took for restorable is settled now, by what this browser really kept.
  const pending: { [F in Family]?: Pending } = {}
  const chosen = { ...former }
  for (const family of families) {
    const last = persistence.read(`${family}:network_id`)
    const network = networks.find((each) => each.chainNamespace === family && each.caipNetworkId === last)
    if (network) chosen[family] = network.caipNetworkId
    const present = awaited[family]
    if (present?.kind === 'connect') pending[family] = present
    else if (
      !active[family] &&
      networks.some(({ chainNamespace }) => chainNamespace === family) &&
      (persistence.read(`${family}:connected_connector_id`) ?? persistence.read('connecting_connector_id'))
    ) {
      remembered.push(family)
      pending[family] = { id: nextAttemptId(), kind: 'restore' }
    }
  }
  update((state) => ({
    chosen,
    ...recalledNetwork(context, { ...state, chosen }),
    connection: { ...state.connection, pending },
  }))
  return remembered
}
