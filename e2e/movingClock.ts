/** The machine's own time, which a journey can have pass sooner: what waits until then goes on at once. */
export interface MovingClock {
  now(): number
  setTimeout(callback: () => void, ms: number): () => void
  /** Lets time pass. What is on its way meanwhile isn't late by that. */
  pass(ms: number): void
  /** Ends whatever waits. */
  end(): void
}

/** No longer than this is waited for what is on its way, in milliseconds: for a node's answer, which would be none if it were late. */
const onItsWayMs = 20_000

interface Wait {
  readonly until: number
  readonly isOnItsWay: boolean
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
      const wait: Wait = { until: now() + ms, isOnItsWay: ms <= onItsWayMs, end }
      const timer = setTimeout(end, ms)
      waits.add(wait)
      return cancel
    },
    pass(ms) {
      passed += ms
      for (const { until, isOnItsWay, end } of [...waits]) if (!isOnItsWay && until <= now()) end()
    },
    end() {
      for (const { end } of [...waits]) end()
    },
  }
}
