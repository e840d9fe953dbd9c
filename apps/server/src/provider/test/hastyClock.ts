import type { Clock } from '@foyer/service/clock'

/** A clock on which pauses are over at once, each moving it on, and deadlines never come. */
export function hastyClock(): Clock & { readonly pauses: readonly number[]; pass(ms: number): void } {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const pauses: number[] = []
  return {
    pauses,
    pass(ms) {
      time += ms
    },
    now: () => time,
    setTimeout(callback, ms) {
      if (ms > 5_000) return () => {}
      pauses.push(ms)
      const timer = setImmediate(() => {
        time += ms
        callback()
      })
      return () => clearImmediate(timer)
    },
  }
}
