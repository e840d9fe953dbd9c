import type { Clock } from '@foyer/core'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** How many timers wait. */
  readonly pending: number
  /** Moves on by `ms`, and runs what falls due on the way, in its order. */
  advance(ms: number): void
}

/**
 * Makes a clock for a kit under test, so that no test waits.
 *
 * @example
 * const clock = createTestClock()
 * const foyer = createFoyer({ ...options, clock })
 * clock.advance(5 * 60_000)
 */
export function createTestClock({ startMs = 0 }: { readonly startMs?: number | undefined } = {}): TestClock {
  let now = startMs
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const nextBefore = (end: number) =>
    [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
  return {
    now: () => now,
    get pending() {
      return timers.size
    },
    setTimeout(callback, ms) {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (let due = nextBefore(end); due; due = nextBefore(end)) {
        timers.delete(due)
        now = due.at
        due.callback()
      }
      now = end
    },
  }
}
