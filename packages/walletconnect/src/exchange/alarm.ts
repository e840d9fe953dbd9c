import type { Clock } from '@foyer/core'

/** Browsers take longer times for none at all. */
const longest = 86_400_000

/** One timer for whatever ends next. */
export interface Alarm {
  /** Looks again when that is. */
  set(): void
  /** Never rings again. */
  stop(): void
}

/**
 * Makes a timer that rings at the earliest of all ends, or before; who is rung looks at the clock, and sets it anew.
 *
 * @param input.ends - of whatever is waited for, in ms since 1970
 */
export function createAlarm({
  clock,
  ends,
  ring,
}: {
  readonly clock: Clock
  readonly ends: () => readonly number[]
  readonly ring: () => void
}): Alarm {
  let isStopped = false
  let cancel = () => {}
  return {
    set() {
      cancel()
      const waitMs = Math.min(...ends()) - clock.now()
      // Nothing ends never.
      if (!isStopped && waitMs < Infinity) cancel = clock.setTimeout(ring, Math.min(Math.max(0, waitMs), longest))
    },
    stop() {
      isStopped = true
      cancel()
    },
  }
}
