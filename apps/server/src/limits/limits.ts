import { createRateLimit, type RateLimit, type RateLimitSettings } from './rateLimit.js'
import { createSlidingWindow, type SlidingWindow, type SlidingWindowSettings } from './slidingWindow.js'

/** What one limit is apart from its figures. */
export interface LimitKind {
  /** unique among the limits of a server: what nodes share is shared under this name */
  readonly name: string
  /**
   * What holds while the store that nodes share is away. `open`: each node counts by itself, which lets at most so many
   * times as much through as there are nodes; for reads. `closed`: every request is refused; for logins.
   */
  readonly whenAway: 'open' | 'closed'
}

/** Makes limits: in this process's memory, or shared by all nodes. */
export interface Limits {
  rateLimit(limit: LimitKind & RateLimitSettings): RateLimit
  slidingWindow(limit: LimitKind & SlidingWindowSettings): SlidingWindow
}

/** Limits that this process counts by itself. Its memory is never away, so `whenAway` is unused here. */
export function createMemoryLimits({ now }: { now: () => number }): Limits {
  return {
    rateLimit: ({ perSecond, burst }) => createRateLimit({ perSecond, burst, now }),
    slidingWindow: ({ most, withinMs }) => createSlidingWindow({ most, withinMs, now }),
  }
}
