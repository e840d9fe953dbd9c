/** Time as the server sees it: handed in, so that a test needn't wait. */
export interface Clock {
  /** milliseconds since 1970 */
  now(): number
  /** Calls back once, after `ms` milliseconds at the earliest. @returns what calls it off */
  setTimeout(callback: () => void, ms: number): () => void
}

/** Waits `ms` milliseconds. */
export const sleep = ({ clock, ms }: { clock: Pick<Clock, 'setTimeout'>; ms: number }): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, ms))

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
