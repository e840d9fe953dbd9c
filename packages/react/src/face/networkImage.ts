import type { Foyer, Network } from '@foyer/core'
import { networkMarks } from '@foyer/core/networks'

/** A network's picture: the host's, else the network's own, else the kit's mark. */
export function networkImageOf({
  network: { id, caipNetworkId, assets },
  foyer,
}: {
  readonly network: Network
  readonly foyer: Pick<Foyer, 'options'>
}): string | undefined {
  const { chainImages } = foyer.options
  return chainImages?.[caipNetworkId] ?? chainImages?.[id] ?? assets?.imageUrl ?? networkMarks[caipNetworkId]
}
