/** The machine's own time, which a journey can have pass sooner: what waits until then goes on at once. */
export interface MovingClock {
  now(): number
  setTimeout(callback: () => void, ms: number): () => void
  /** Lets time pass. */
  pass(ms: number): void
}

interface Wait {
  readonly until: number
  readonly end: () => void
}

export function movingClock(): MovingClock {
  let passed = 0
  const waits = new Set<Wait>()
  const now = () => Date.now() + passed
  return {
    now,
    setTimeout(callback, ms) {
      const cancel = () => {
        clearTimeout(timer)
        waits.delete(wait)
      }
      const end = () => {
        cancel()
        callback()
      }
      const wait: Wait = { until: now() + ms, end }
      const timer = setTimeout(end, ms)
      waits.add(wait)
      return cancel
    },
    pass(ms) {
      passed += ms
      for (const { until, end } of [...waits]) if (until <= now()) end()
    },
  }
}
