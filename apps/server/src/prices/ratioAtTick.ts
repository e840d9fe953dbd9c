/** A ratio of one: ratios are multiples of 2^-192. */
const fraction = 192n
export const ratioOne: bigint = 1n << fraction

/** The furthest ticks of a Uniswap V3 pool. */
const furthest = 887_272n

/**
 * The ratio of a tick: 1.0001 to its power, times 2^192, exact to some 50 digits.
 * @returns null for a tick that no pool has
 * @see Uniswap V3 whitepaper, 6.1
 */
export function ratioAtTick(tick: bigint): bigint | null {
  const power = tick < 0n ? -tick : tick
  if (power > furthest) return null
  let ratio = ratioOne
  let square = (ratioOne * 10_001n) / 10_000n
  for (let bits = power; bits > 0n; bits >>= 1n) {
    if (bits & 1n) ratio = (ratio * square) >> fraction
    square = (square * square) >> fraction
  }
  return tick < 0n ? (ratioOne * ratioOne) / ratio : ratio
}
