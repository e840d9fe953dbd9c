import type { Clock } from '@foyer/core'

/** For tests; no entry exports it. A clock that stands still until a test moves it, and lets promises settle on the way. */
export interface TestClock extends Clock {
  /** How many timers wait. */
  readonly pending: number
  /** In how many milliseconds the next timer falls due; undefined where none waits. */
  readonly next: number | undefined
  /** Lets what needs no time go on: promises, and cryptography on other threads as long as it takes a few turns of the loop. */
  settle(): Promise<void>
  /** Moves on by `ms`, running what falls due in its order. */
  advance(ms: number): Promise<void>
  /**
   * Moves on from timer to timer until the work has settled, whichever way.
   *
   * @param most - ms of the clock after which it fails; default an hour
   */
  until<Result>(work: Promise<Result>, most?: number): Promise<Result>
  /** Moves on from timer to timer until a state is reached. @throws Error after `most` ms of the clock (default an hour) */
  untilTrue(isReached: () => boolean, most?: number): Promise<void>
}

const hour = 3_600_000

/** How many turns of the loop are waited in vain, where no timer is left: work of other threads (WebCrypto, imports) is done by then. */
const idleTurns = 2_000

export function createTestClock({
  start = 1_700_000_000_000,
}: {
  readonly start?: number | undefined
} = {}): TestClock {
  let time = start
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const earliest = () => {
    let first: { readonly at: number; readonly callback: () => void } | undefined
    for (const timer of timers) if (!first || timer.at < first.at) first = timer
    return first
  }
  const run = (timer: { readonly at: number; readonly callback: () => void }) => {
    timers.delete(timer)
    time = Math.max(time, timer.at)
    timer.callback()
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  const clock: TestClock = {
    now: () => time,
    setTimeout(callback, ms) {
      const timer = { at: time + Math.max(0, Math.ceil(ms)), callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    get pending() {
      return timers.size
    },
    get next() {
      const first = earliest()
      return first && first.at - time
    },
    async settle() {
      for (let turns = 0; turns < 4; turns += 1) await turn()
    },
    async advance(ms) {
      const end = time + ms
      await clock.settle()
      for (let due = earliest(); due && due.at <= end; due = earliest()) {
        run(due)
        await clock.settle()
      }
      time = end
    },
    async until(work, most = hour) {
      let isOver = false
      const over = () => {
        isOver = true
      }
      work.then(over, over)
      await clock.untilTrue(() => isOver, most)
      return work
    },
    async untilTrue(isReached, most = hour) {
      const end = time + most
      for (let idle = 0; ; ) {
        await clock.settle()
        if (isReached()) return
        const due = earliest()
        if (due && due.at > end) throw new Error(`Not reached within ${most} ms.`)
        if (due) run(due)
        else idle += 1
        if (idle > idleTurns) throw new Error('Not reached, and nothing is waited for.')
      }
    },
  }
  return clock
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
