/** Time as the kit sees it: handed in, so that a test needn't wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, after `ms` milliseconds at the earliest. @returns what calls it off */
  setTimeout(callback: () => void, ms: number): () => void
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
