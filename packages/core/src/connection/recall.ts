import type { Family } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import type { Pending } from '../state/connection.js'
import type { FoyerState } from '../state/state.js'

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
export function recall(context: FoyerContext): readonly Family[] {
  const { persistence, store, update, nextAttemptId } = context
  const { connection, networks } = store.getState()
  // What a server render took for restorable is settled now, by what this browser really kept.
  const pending: Partial<Record<Family, Pending>> = {}
  const remembered: Family[] = []
  for (const family of new Set(networks.map(({ chainNamespace }) => chainNamespace))) {
    const before = connection.pending[family]
    if (before?.kind === 'connect') pending[family] = before
    else if (
      !connection.active[family] &&
      (persistence.read(`${family}:connected_connector_id`) ?? persistence.read('connecting_connector_id'))
    ) {
      pending[family] = { id: nextAttemptId(), kind: 'restore' }
      remembered.push(family)
    }
  }
  update((state) => ({ ...recalledNetwork(context, state), connection: { ...connection, pending } }))
  return remembered
}
