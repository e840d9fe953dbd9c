import type { Budget, Budgets, Rate, Window, WindowBudget } from './budget.js'

interface Timed {
  now: () => number
}

/** Budgets that this process counts by itself. Its memory is never away, so `whenAway` is unused here. */
export function createMemoryBudgets({ now }: Timed): Budgets {
  return { rate: (budget) => createRate({ ...budget, now }), window: (budget) => createWindow({ ...budget, now }) }
}

/** A bound on memory under an attack from very many addresses: those who asked least lately go. */
const mostKeys = 100_000
/** The number of keys looked at for one that is kept, so that what is over goes by itself and never all at once. */
const sweptAtOnce = 4

/**
 * A token bucket as the time at which it is full again (GCRA): one number a key. A plain Map, since a cache of a fixed size
 * would take the memory of its worst day from the start.
 */
function createRate({ perSecond, burst, now }: Rate & Timed): Budget {
  const fullAt = new Map<string, number>()
  return {
    take({ key, cost = 1 }) {
      const time = now()
      const then = Math.max(fullAt.get(key) ?? 0, time) + (Math.min(cost, burst) / perSecond) * 1000
      const waitMs = then - time - (burst / perSecond) * 1000
      // A hundredth of a millisecond is what adding up leaves over.
      if (waitMs > 0.01) return toSeconds(waitMs)
      keep({ kept: fullAt, key, value: then, isOver: (at) => at <= time })
      return null
    },
  }
}

function createWindow({ most, withinMs, now }: Window & Timed): WindowBudget {
  const taken = new Map<string, readonly number[]>()
  const look = (key: string) => {
    const time = now()
    const recent = (taken.get(key) ?? []).filter((at) => at > time - withinMs)
    const [oldest] = recent
    const isFull = oldest !== undefined && recent.length >= most
    return { time, recent, wait: isFull ? toSeconds(oldest + withinMs - time) : null }
  }
  return {
    waitOf: ({ key }) => look(key).wait,
    take({ key }) {
      const { time, recent, wait } = look(key)
      if (wait !== null) return wait
      keep({ kept: taken, key, value: [...recent, time], isOver: (times) => (times.at(-1) ?? 0) <= time - withinMs })
      return null
    },
  }
}

interface Keep<Value> {
  kept: Map<string, Value>
  key: string
  value: Value
  isOver: (value: Value) => boolean
}

export function keep<Value>({ kept, key, value, isOver }: Keep<Value>): void {
  kept.delete(key) // so that those who asked least lately stay first
  kept.set(key, value)
  let looked = 0
  for (const [oldest, its] of kept) {
    if (looked === sweptAtOnce || (!isOver(its) && kept.size <= mostKeys)) return
    kept.delete(oldest)
    looked += 1
  }
}

/** Whole seconds, at least one, as `Retry-After` has them. */
export const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
