/** How many ids there are in a millisecond. */
const perMillisecond = 1_000

/**
 * Makes ids as the protocol has them: 16 digits, the milliseconds since 1970 and three random ones. None comes twice, and each is
 * larger than those before, also when the clock goes back or there are more than 1,000 in a millisecond.
 *
 * @param sources.random - from 0 to below 1, as `Math.random`
 * @example
 * const nextId = createPayloadIds({ now: Date.now, random: Math.random })
 * nextId() // '1700000000000123'
 */
export function createPayloadIds({
  now,
  random,
}: {
  readonly now: () => number
  readonly random: () => number
}): () => string {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(now()) * perMillisecond + Math.floor(random() * perMillisecond))
    return String(last)
  }
}
