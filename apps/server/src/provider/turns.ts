import type { Budget, Budgets, Window } from '@foyer/service/budget/budget'
import { widerNetwork } from '@foyer/service/budget/clientAddress'
import { type Clock, sleep } from '@foyer/service/clock'
import { createFairQueue, type FairQueue } from './fairQueue.js'
import { ProviderError } from './ProviderError.js'

/** The questions that a provider may be asked. */
export type ProviderBudget =
  | { readonly perSecond: number; readonly perDay: number }
  | { readonly perMinute: number; readonly perMonth: number }

export type TurnsParameters = ProviderBudget & {
  name: string
  budgets: Budgets
  clock: Clock
}

const dayMs = 86_400_000

/** Returns how fast it may be asked, and how often within the longer time that its plan is counted by. */
const windowsOf = (budget: ProviderBudget) =>
  'perSecond' in budget
    ? { pace: { most: budget.perSecond, withinMs: 1_000 }, whole: { most: budget.perDay, withinMs: dayMs } }
    : { pace: { most: budget.perMinute, withinMs: 60_000 }, whole: { most: budget.perMonth, withinMs: 30 * dayMs } }

/** Gives the questions to one provider their turns. */
export interface Turns {
  question(): Question
}

/** A question to a provider, once or, where it fails, again. */
export interface Question {
  /**
   * Has a client wait for it, in a place of its own: the question has the better one of all who wait.
   * @param client - as `clientKey` gives it; undefined is the server itself
   */
  join(client: string | undefined): void
  /**
   * Waits until the provider may be asked.
   * @throws {@link ProviderError} where its client, or the day, has had its share, where the client waits for too much, and where the signal aborts
   */
  turn(signal: AbortSignal): Promise<void>
}

/** So many seconds' worth of questions may wait. */
const mostSecondsWaiting = 8
/** The part of a day that one owner may use. */
const shareOfDay = 1 / 4
const server = 'server'

/** Whose a question is: an IPv6 /48 has 65,536 clients, and counts as one. */
const ownerOf = (client: string | undefined) => (client === undefined ? server : (widerNetwork(client) ?? client))

interface Waiting {
  /** Ends the wait, with an error where there is no turn. */
  end(error?: unknown): void
}

/**
 * Lets so many questions a second, or a minute, through, and so many a day, or a month, over all nodes that share their limits; those of a node fairly by owner: as
 * long as others wait, each has one turn of a round, and who has used up his share of the day leaves the rest to them.
 */
export function createTurns(parameters: TurnsParameters): Turns {
  const { name, budgets, clock } = parameters
  const { pace, whole } = windowsOf(parameters)
  const second = budgets.window({ name: `${name} second`, ...pace, whenAway: 'open' })
  const day = createStock({ name, budgets, ...whole })
  const queue = createFairQueue<Waiting>({ most: (pace.most * mostSecondsWaiting * 1_000) / pace.withinMs })
  const overBudget = () => new ProviderError({ code: 'over_budget', provider: name })
  const serve = createServing({ queue, second, clock })
  const place = (item: Waiting, owners: Iterable<string>) => {
    queue.add({ item, owners })?.end(overBudget())
    void serve()
  }
  return {
    question() {
      const owners = new Set<string>()
      let waiting: Waiting | null = null
      const wait = (signal: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          const leave = () => waiting?.end(overBudget())
          const own: Waiting = {
            end(error) {
              queue.remove(own)
              waiting = null
              signal.removeEventListener('abort', leave)
              if (error === undefined) resolve()
              else reject(error)
            },
          }
          waiting = own
          signal.addEventListener('abort', leave)
          place(own, owners)
        })
      return {
        join(client) {
          const owner = ownerOf(client)
          owners.add(owner)
          if (waiting !== null) place(waiting, [owner])
        },
        async turn(signal) {
          // A client that joins meanwhile may pay as well.
          if (!(await day.hasShare(owners)) || signal.aborted) throw overBudget()
          await wait(signal)
          if (!(await day.hasOneMore())) throw overBudget()
        },
      }
    },
  }
}

interface Serving {
  queue: FairQueue<Waiting>
  second: Budget
  clock: Clock
}

/** Gives the turns, as long as any question waits. */
function createServing({ queue, second, clock }: Serving): () => Promise<void> {
  const nextIsFree = async () => {
    for (let wait = await second.take({ key: 'all' }); wait !== null; wait = await second.take({ key: 'all' })) {
      await sleep({ clock, ms: wait * 1_000 })
    }
  }
  let isServing = false
  return async () => {
    if (isServing) return
    isServing = true
    while (queue.size() > 0) {
      let failed: unknown
      try {
        await nextIsFree()
      } catch (error) {
        failed = error // for who would have had this turn
      }
      // Whose it is shows now: who came meanwhile may be before who waits with much.
      queue.next()?.end(failed)
    }
    isServing = false
  }
}

/** Creates the stock of the day, or the month, for all and for each. */
function createStock({ name, budgets, most, withinMs }: Pick<TurnsParameters, 'name' | 'budgets'> & Window) {
  // A bucket of half a day's worth that is filled with the other half in a day: never more than all of it in one.
  const bucket = ({ of, share }: { of: string; share: number }) => {
    const half = (most / 2) * share
    const perSecond = (half * 1_000) / withinMs
    return budgets.rate({ name: `${name} ${of}`, perSecond, burst: half, whenAway: 'open' })
  }
  const ofAll = bucket({ of: 'day', share: 1 })
  const ofOne = bucket({ of: 'day of one', share: shareOfDay })
  return {
    hasOneMore: async () => (await ofAll.take({ key: 'all' })) === null,
    /** Takes from the first who has some. */
    async hasShare(owners: ReadonlySet<string>) {
      for (const owner of owners) if (owner === server || (await ofOne.take({ key: owner })) === null) return true
      return false
    },
  }
}
