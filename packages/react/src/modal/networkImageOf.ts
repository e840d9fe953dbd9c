import type { Foyer, Network } from '@foyer/core'

/** The host's picture of a network, else the network's own. */
export function networkImageOf({
  network: { id, caipNetworkId, assets },
  foyer,
}: {
  readonly network: Network
  readonly foyer: Pick<Foyer, 'options'>
}): string | undefined {
  const { chainImages } = foyer.options
  return chainImages[caipNetworkId] ?? chainImages[id] ?? assets?.imageUrl
}
