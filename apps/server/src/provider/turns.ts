import type { Budgets } from '../budget/budget.js'
import type { Clock } from '../clock.js'
import { ProviderError } from './ProviderError.js'

/** What a provider may be asked. */
export interface ProviderBudget {
  readonly perSecond: number
  readonly perDay: number
}

export interface TurnsParameters extends ProviderBudget {
  name: string
  budgets: Budgets
  clock: Clock
}

/** So many seconds' worth of questions may wait; one that comes then is refused at once. */
const mostSecondsWaiting = 8

/** Lets so many questions a second through, one after the other, and so many a day; over all nodes that share their limits. */
export function createTurns({ name, perSecond, perDay, budgets, clock }: TurnsParameters): () => Promise<void> {
  const second = budgets.window({ name: `${name} second`, most: perSecond, withinMs: 1_000, whenAway: 'open' })
  // A bucket of half a day's worth that is filled with the other half in a day: never more than all of it in one.
  const half = perDay / 2
  const day = budgets.rate({ name: `${name} day`, perSecond: half / 86_400, burst: half, whenAway: 'open' })
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const turn = async () => {
    for (let wait = await second.take({ key: 'all' }); wait !== null; wait = await second.take({ key: 'all' })) {
      const ms = wait * 1_000
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, ms))
    }
  }
  return async () => {
    if (waiting >= perSecond * mostSecondsWaiting) throw new ProviderError({ code: 'over_budget', provider: name })
    waiting += 1
    try {
      const mine = last.then(turn)
      last = mine.catch(() => {}) // the next has a turn of its own; the failure is for who waits for this one
      await mine
      if ((await day.take({ key: 'all' })) !== null) throw new ProviderError({ code: 'over_budget', provider: name })
    } finally {
      waiting -= 1
    }
  }
}
