import type { Clock } from '../clock.js'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves on by `ms`, running what falls due in its order, and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** Waits for work that does real I/O, moving on through every wait shorter than `under` (5 s) meanwhile; time-outs are longer. */
  until<Result>(work: Promise<Result>, options?: { readonly under?: number | undefined }): Promise<Result>
  /** The number of pending timers. */
  readonly pending: number
  /** In how many milliseconds the next timer falls due. */
  readonly next: number | undefined
}

/** Enough turns of the microtask queue for the promise chains between two timers. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

/**
 * For tests; not exported by any entry. Core's own beside `@foyer/testing`'s `createTestClock`, as that package is built on core: core's project can't refer
 * back to it.
 */
export function fakeClock({ start = 1_700_000_000_000 }: { start?: number | undefined } = {}): FakeClock {
  let time = start
  const timers = new Set<{ at: number; callback: () => void }>()
  const earliest = () => {
    let first: { at: number; callback: () => void } | undefined
    for (const timer of timers) if (!first || timer.at < first.at) first = timer
    return first
  }
  const clock: FakeClock = {
    now: () => time,
    setTimeout: (callback, ms) => {
      const timer = { at: time + Math.max(0, ms), callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const end = time + ms
      await settle()
      for (let due = earliest(); due && due.at <= end; due = earliest()) {
        timers.delete(due)
        time = due.at
        due.callback()
        await settle()
      }
      time = end
      await settle()
    },
    async until(work, { under = 5000 } = {}) {
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      work.then(settle, settle)
      while (!isSettled) {
        const { next } = clock
        if (next !== undefined && next < under) await clock.advance(next)
        else await new Promise((resolve) => setImmediate(resolve))
      }
      return work
    },
    get pending() {
      return timers.size
    },
    get next() {
      const first = earliest()
      return first && first.at - time
    },
  }
  return clock
}
