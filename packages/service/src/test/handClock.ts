import type { Clock } from '../clock.js'

export interface HandClock extends Clock {
  pass(ms: number): void
  /** Ends every wait that isn't over. */
  expire(): void
  /** how many wait */
  waiting(): number
}

/** A clock that is moved by hand, and whose waits end by hand. For tests; nothing in the product imports this. */
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
