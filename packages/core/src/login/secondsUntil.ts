import type { Clock } from '../clock/clock.js'
import type { Observable } from '../store/observable.js'

const second = 1_000

/**
 * Counts down to a moment, second by second.
 *
 * @param options.at - milliseconds since 1970; undefined where nothing is waited for
 * @param options.moved - calls back whenever `at` may be another
 */
export function secondsUntil({
  clock,
  at,
  moved,
}: {
  readonly clock: Clock
  readonly at: () => number | undefined
  readonly moved: (listener: () => void) => () => void
}): Observable<number> {
  const get = () => Math.max(0, Math.ceil(((at() ?? 0) - clock.now()) / second))
  return {
    get,
    subscribe(listener) {
      let stopClock: (() => void) | undefined
      const wait = () => {
        if (stopClock || get() === 0) return
        stopClock = clock.setTimeout(() => {
          stopClock = undefined
          listener()
          wait()
        }, second)
      }
      const stopFollowing = moved(wait)
      wait()
      return () => {
        stopFollowing()
        stopClock?.()
      }
    },
  }
}
