import type { Clock } from '@foyer/core'
import type { Records } from './records.js'

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

/**
 * Ends those of a kind's records whose time is over.
 *
 * @param input.now - ms since 1970, as what `expiresAt` says
 * @param input.isBusy - those aren't ended now: whoever works on them sees to it
 * @param input.end - removes it
 * @returns when the next one's time is over
 */
export function expireRecords<Value>({
  records,
  now,
  expiresAt,
  isBusy = () => false,
  end,
}: {
  readonly records: Records<Value>
  readonly now: number
  readonly expiresAt: (value: Value) => number
  readonly isBusy?: ((id: string, value: Value) => boolean) | undefined
  readonly end: (id: string, value: Value) => void
}): number | undefined {
  const times: number[] = []
  for (const [id, value] of records.all()) {
    // Whoever is told of one's end may end others.
    if (isBusy(id, value) || records.get(id) === undefined) continue
    if (now < expiresAt(value)) times.push(expiresAt(value))
    else end(id, value)
  }
  return times.length > 0 ? Math.min(...times) : undefined
}
