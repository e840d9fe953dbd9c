import type { Clock } from '@foyer/core'
import type { Records } from './records.js'

/** Browsers fire a longer timeout at once. */
const longest = 86_400_000

/** One timer for several kinds of things that expire. */
export interface Expiry {
  /** Ends what has expired, and sets the timer for the next; to be called whenever a time has changed. */
  check(): void
  /** Stops for good. */
  stop(): void
}

/**
 * Makes the timer of several kinds.
 *
 * @param input.kinds - each ends those whose time has passed, and returns when the next one's does, in ms since 1970
 */
export function createExpiry({
  clock,
  kinds,
}: {
  readonly clock: Clock
  readonly kinds: () => readonly ((now: number) => number | undefined)[]
}): Expiry {
  let isStopped = false
  let isChecking = false
  let isStale = false
  let cancel = () => {}
  const expireAll = (): number[] => {
    isChecking = true
    try {
      let times: number[] = []
      // What expires may change the times of others.
      for (isStale = true; isStale; ) {
        isStale = false
        const now = clock.now()
        times = kinds().flatMap((expire) => expire(now) ?? [])
      }
      return times
    } finally {
      isChecking = false
    }
  }
  const check = (): void => {
    isStale = true
    if (isChecking) return
    const waitMs = Math.min(...expireAll()) - clock.now()
    cancel()
    if (!isStopped && waitMs < Infinity) cancel = clock.setTimeout(check, Math.min(Math.max(0, waitMs), longest))
  }
  return {
    check,
    stop() {
      isStopped = true
      cancel()
    },
  }
}

/**
 * Ends the expired records of a kind.
 *
 * @param input.now - ms since 1970, as what `expiresAt` says
 * @param input.isBusy - those aren't ended now, as they are being answered
 * @param input.end - removes it
 * @returns when the next one expires
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
    // A listener of one's end may end others.
    if (isBusy(id, value) || records.get(id) === undefined) continue
    if (now < expiresAt(value)) times.push(expiresAt(value))
    else end(id, value)
  }
  return times.length > 0 ? Math.min(...times) : undefined
}
