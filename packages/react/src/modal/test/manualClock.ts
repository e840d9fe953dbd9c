import type { Clock } from '@foyer/core'
import { act } from '@testing-library/react'

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>
}

export function manualClock(): ManualClock {
  let time = 1_700_000_000_000
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    now: () => time,
    setTimeout(callback, ms) {
      const timer = { at: time + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance: (ms) =>
      act(async () => {
        const end = time + ms
        for (;;) {
          const [due] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
          if (!due) break
          timers.delete(due)
          time = due.at
          due.callback()
          await Promise.resolve()
        }
        time = end
      }),
  }
}
