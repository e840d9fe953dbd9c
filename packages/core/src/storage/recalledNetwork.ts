import type { FoyerContext } from '../foyer.js'
import type { FoyerState } from '../store/state.js'

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
