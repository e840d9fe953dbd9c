import type { Clock } from '@foyer/core'

/** Browsers take longer times for none at all. */
const longest = 86_400_000

/**
 * One timer for whatever comes next: it rings at the time that was set last, or before; who is rung looks at the clock and sets the next.
 *
 * @returns sets it (ms since 1970; undefined for never)
 */
export function createAlarm({
  clock,
  ring,
}: {
  readonly clock: Clock
  readonly ring: () => void
}): (at: number | undefined) => void {
  let cancel: (() => void) | undefined
  return (at) => {
    cancel?.()
    cancel = at === undefined ? undefined : clock.setTimeout(ring, Math.min(Math.max(0, at - clock.now()), longest))
  }
}
