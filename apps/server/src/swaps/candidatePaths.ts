import type { Address } from 'viem'

/** From the token that is sold to the one that is bought, by way of others. */
export type Path = readonly Address[]

/**
 * The ways of one to three hops by way of connectors, none of which passes a token twice; the shortest come first.
 * @param request.connectors - checksummed, as all addresses here; doubles don't matter
 */
export function candidatePaths({
  from,
  to,
  connectors,
}: {
  from: Address
  to: Address
  connectors: readonly Address[]
}): readonly Path[] {
  if (from === to) return []
  const between = [...new Set(connectors)].filter((connector) => connector !== from && connector !== to)
  const twoHops = between.map((connector) => [from, connector, to])
  const threeHops = between.flatMap((first) =>
    between.filter((second) => second !== first).map((second) => [from, first, second, to]),
  )
  return [[from, to], ...twoHops, ...threeHops]
}
