/** Time as a server sees it. */
export interface TestClock {
  now(): number
  setTimeout(callback: () => void, ms: number): () => void
}

export interface HandClock extends TestClock {
  pass(ms: number): void
  /** Ends every wait that isn't over. */
  expire(): void
  /** how many wait */
  waiting(): number
}

/** A clock that is moved by hand, and whose waits end by hand. */
export function handClock(start = 0): HandClock {
  let time = start
  const timers = new Set<() => void>()
  return {
    now: () => time,
    setTimeout(callback) {
      const timer = () => {
        timers.delete(timer)
        callback()
      }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass(ms) {
      time += ms
    },
    expire() {
      for (const timer of [...timers]) timer()
    },
    waiting: () => timers.size,
  }
}
