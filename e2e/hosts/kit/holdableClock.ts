import type { Clock } from '@foyer/core'

/** The kit's time, which a test stops while it looks at what only lasts for a while. */
export interface HoldableClock extends Clock {
  /** Stops it: no wait of `fromMs` or more ends; without it, no long one. Short ones are those of a word for a screen reader. */
  readonly hold: (fromMs?: number) => void
  /** Lets it go on where it stopped: what waits still has what was left to wait. */
  readonly release: () => void
}

const longMs = 2_000

export function holdableClock(): HoldableClock {
  const held = new Set<() => void>()
  let heldSince: number | null = null
  let heldFromMs = longMs
  let heldBefore = 0
  const heldFor = () => heldBefore + (heldSince === null ? 0 : performance.now() - heldSince)
  return {
    now: () => Date.now(),
    setTimeout: (callback, ms) => {
      let timer: ReturnType<typeof setTimeout>
      let paidFor = heldFor()
      const end = () => {
        if (heldSince !== null && ms >= heldFromMs) return held.add(end)
        const missed = ms < heldFromMs ? 0 : heldFor() - paidFor
        if (missed <= 0) return callback()
        paidFor += missed
        timer = setTimeout(end, missed)
      }
      timer = setTimeout(end, ms)
      return () => {
        clearTimeout(timer)
        held.delete(end)
      }
    },
    hold: (fromMs = longMs) => {
      heldFromMs = fromMs
      heldSince ??= performance.now()
    },
    release: () => {
      heldBefore = heldFor()
      heldSince = null
      const waiting = [...held]
      held.clear()
      for (const end of waiting) end()
    },
  }
}
