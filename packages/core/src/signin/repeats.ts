import type { Clock } from '../clock/clock.js'

/** More makes a browser's timer go off at once. */
const mostMs = 2_147_483_647

export interface Repeats {
  /** Calls back after each interval, in the place of what was started before. */
  start(work: () => void): void
  stop(): void
}

/** Does something at intervals, until it is stopped or the kit is. An interval that is none, such as 0 or Infinity, never passes. */
export function repeats({
  clock,
  intervalMs,
  onStop,
}: {
  readonly clock: Clock
  readonly intervalMs: number
  readonly onStop: (end: () => void) => void
}): Repeats {
  let stop = () => {}
  onStop(() => stop())
  const start = (work: () => void) => {
    stop()
    if (!(intervalMs > 0 && intervalMs <= mostMs)) return
    stop = clock.setTimeout(() => {
      start(work)
      work()
    }, intervalMs)
  }
  return { start, stop: () => stop() }
}
