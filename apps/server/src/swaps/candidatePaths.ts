import type { Address } from 'viem'
import { type Pool, wholeBps } from './venue.js'

/** From the token that is sold to the one that is bought, by way of others. */
export type Path = readonly Address[]

/**
 * The ways of one to three hops by way of connectors, none of which passes a token twice; the shortest come first.
 * @param request.connectors - checksummed, as all addresses here; doubles don't matter
 */
export function candidatePaths(request: {
  from: Address
  to: Address
  connectors: readonly Address[]
}): readonly Path[] {
  const { from, to, connectors } = request
  if (from === to) return []
  const between = [...new Set(connectors)].filter((connector) => connector !== from && connector !== to)
  const twoHops = between.map((connector) => [from, connector, to])
  const threeHops = between.flatMap((first) =>
    between.filter((second) => second !== first).map((second) => [from, first, second, to]),
  )
  return [[from, to], ...twoHops, ...threeHops]
}

/** The way that gives most; of those that give the same, the first. Null where none gives anything. */
export function bestWay<Way>(request: {
  ways: readonly Way[]
  /** what each gives; null where it can't be gone */
  amounts: readonly (bigint | null)[]
}): { readonly way: Way; readonly amountOut: bigint } | null {
  const { ways, amounts } = request
  let best: { way: Way; amountOut: bigint } | null = null
  for (const [index, way] of ways.entries()) {
    const amountOut = amounts[index] ?? 0n
    if (amountOut > (best?.amountOut ?? 0n)) best = { way, amountOut }
  }
  return best
}

/**
 * Returns how far a swap gives less than the pools' own price would, in basis points, rounded up.
 * @example
 * priceImpactBps({ amountIn: 1_000n, amountOut: 990n, pools: [{ reserveIn: 5n, reserveOut: 5n, … }] }) // 100
 */
export function priceImpactBps(request: { amountIn: bigint; amountOut: bigint; pools: readonly Pool[] }): number {
  const { amountIn, amountOut, pools } = request
  const paid = pools.reduce((product, { reserveOut }) => product * reserveOut, amountIn)
  const got = pools.reduce((product, { reserveIn }) => product * reserveIn, amountOut)
  // Pools that changed between two questions can make it look better than it is.
  return paid === 0n || got >= paid ? 0 : wholeBps - Number((got * BigInt(wholeBps)) / paid)
}
