import type { Clock } from '@foyer/service/clock'

/** The shortest deadline: no pause between two tries is as long. */
const shortestDeadlineMs = 8_000

/** A clock on which pauses are over at once, each moving it on; deadlines come when a test says so. */
export function moodClock(): Clock & { readonly pauses: readonly number[]; expire(): void; pass(ms: number): void } {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const pauses: number[] = []
  const deadlines = new Set<() => void>()
  return {
    pauses,
    now: () => time,
    pass(ms) {
      time += ms
    },
    expire() {
      for (const callback of [...deadlines]) callback()
    },
    setTimeout(callback, ms) {
      if (ms >= shortestDeadlineMs) {
        deadlines.add(callback)
        return () => deadlines.delete(callback)
      }
      pauses.push(ms)
      const timer = setImmediate(() => {
        time += ms
        callback()
      })
      return () => clearImmediate(timer)
    },
  }
}
