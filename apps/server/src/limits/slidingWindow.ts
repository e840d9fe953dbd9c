export interface SlidingWindowSettings {
  /** how many may come within any stretch of this length */
  readonly most: number
  readonly withinMs: number
}

export interface SlidingWindow {
  /**
   * Takes one of a key's places.
   * @returns null, or the whole seconds until a retry
   * @throws {@link LimitsAwayError} where the limit is to be closed while its store is away
   */
  take(request: { key: string }): Promise<number | null>
}

/** A bound on memory under an attack from very many addresses: the oldest go. */
const mostKeys = 100_000

/**
 * Lets so many through in any stretch of time, counted exactly; a token bucket would let almost twice as many through in
 * the first. In this process's memory.
 */
export function createSlidingWindow({
  most,
  withinMs,
  now,
}: SlidingWindowSettings & { now: () => number }): SlidingWindow {
  const taken = new Map<string, readonly number[]>()
  const forget = (time: number) => {
    for (const [key, times] of taken) {
      const isOver = (times.at(-1) ?? 0) <= time - withinMs
      if (!isOver && taken.size <= mostKeys) break // the keys are in the order of their last time
      taken.delete(key)
    }
  }
  return {
    async take({ key }) {
      const time = now()
      forget(time)
      const recent = (taken.get(key) ?? []).filter((at) => at > time - withinMs)
      const [oldest] = recent
      if (oldest !== undefined && recent.length >= most)
        return Math.max(1, Math.ceil((oldest + withinMs - time) / 1000))
      taken.delete(key) // so that the oldest stay first
      taken.set(key, [...recent, time])
      return null
    },
  }
}
