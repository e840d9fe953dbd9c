import type { Pool } from './venue.js'
import { wholeBps } from './venue.js'

/**
 * How far what a swap gives is below what the pools' own price would give, in basis points, rounded up.
 * @example
 * priceImpactBps({ amountIn: 1_000n, amountOut: 990n, pools: [{ reserveIn: 5n, reserveOut: 5n, … }] }) // 100
 */
export function priceImpactBps({
  amountIn,
  amountOut,
  pools,
}: {
  amountIn: bigint
  amountOut: bigint
  pools: readonly Pool[]
}): number {
  const paid = pools.reduce((product, { reserveOut }) => product * reserveOut, amountIn)
  const got = pools.reduce((product, { reserveIn }) => product * reserveIn, amountOut)
  // Pools that changed between two questions can make it look better than it is.
  return paid === 0n || got >= paid ? 0 : wholeBps - Number((got * BigInt(wholeBps)) / paid)
}
