import type { Clock } from '../clock.js'
import { RedisAwayError } from '../redis/redis.js'
import type { Budget, BudgetKind, Rate } from './budget.js'
import { keep, toSeconds } from './memoryBudgets.js'

interface LeasedRate extends BudgetKind, Rate {
  clock: Clock
  /** Reports to the bucket that all share what was taken of it already, and takes a price where it has that. @throws {@link RedisAwayError} */
  sync(request: { key: string; taken: number; price: number }): Promise<{ fullAt: number; isTaken: boolean }>
  /** @throws where nothing may be taken that isn't counted by all */
  onAway(cause: unknown): void
}

/** A node's knowledge of a bucket. */
interface Known {
  /** when the bucket is full again, as was last read: others only take more */
  fullAt: number
  /** taken on the node's own word, and not yet in `fullAt` */
  taken: number
  /** of that, what is on its way */
  reported: number
  /** how often it is being asked about */
  asking: number
}

/**
 * The part of a bucket that a node lends out on its own word before it has asked: ten nodes that do so at the same moment are five per cent above
 * it, and what they took is reported and missing from it afterwards.
 */
const ownShare = 1 / 200
/** The time that takings may stay unreported. However long, it is never more than a node's own share. */
const reportAfterMs = 100
/** In milliseconds: what adding up leaves over. */
const leftOver = 0.01

/**
 * A token bucket that several nodes share, of which each has a small piece on lease: within that it answers at once and reports many keys together
 * later; beyond it, it asks. A bucket too small to have a piece of a whole unit, and one that must be counted, is asked each time.
 */
export function createLeasedRate({ whenAway, sync, onAway, ...rate }: LeasedRate): Budget {
  const { burst, clock } = rate
  const lease = whenAway === 'closed' ? 0 : burst * ownShare
  const { knownOf, remember, waitOf, charge } = createKnown(rate)

  /** Reports what was taken, and takes a price where there is one. @returns whether the price was taken */
  const ask = async ({ key, mine, price }: { key: string; mine: Known; price: number }): Promise<boolean> => {
    const taken = mine.taken - mine.reported
    mine.reported += taken
    mine.asking += 1
    reports.drop(key)
    remember(key, mine)
    try {
      const { fullAt, isTaken } = await sync({ key, taken, price })
      mine.fullAt = Math.max(mine.fullAt, fullAt)
      return isTaken
    } catch (cause) {
      if (!(cause instanceof RedisAwayError)) throw cause
      // The node counts on by itself.
      charge(mine, taken)
      onAway(cause)
      const isThere = waitOf(mine, price - taken) <= leftOver
      if (isThere) charge(mine, price)
      return isThere
    } finally {
      mine.taken -= taken
      mine.reported -= taken
      mine.asking -= 1
    }
  }
  const reports = createReports({ clock, report: (key) => void ask({ key, mine: knownOf(key), price: 0 }) })

  return {
    take({ key, cost = 1 }) {
      const price = Math.min(cost, burst)
      const mine = knownOf(key)
      const wait = waitOf(mine, price)
      if (wait > leftOver) return toSeconds(wait)
      if (mine.taken + price > lease) {
        return ask({ key, mine, price }).then((isTaken) => (isTaken ? null : toSeconds(waitOf(mine, price))))
      }
      mine.taken += price
      if (reports.add(key)) remember(key, mine)
      return null
    },
  }
}

/** The buckets of which this node knows something, and what follows from it. */
function createKnown({ perSecond, burst, clock: { now } }: Rate & Pick<LeasedRate, 'clock'>) {
  const known = new Map<string, Known>()
  const isOver = ({ fullAt, taken, asking }: Known) => taken === 0 && asking === 0 && fullAt <= now()
  const msOf = (units: number) => (units / perSecond) * 1000
  return {
    knownOf: (key: string): Known => known.get(key) ?? { fullAt: 0, taken: 0, reported: 0, asking: 0 },
    remember: (key: string, mine: Known) => keep({ kept: known, key, value: mine, isOver }),
    /** Returns the wait until so much can be taken, in ms, as far as this node knows; 0 or less: now. */
    waitOf({ fullAt, taken }: Known, price: number): number {
      return Math.max(fullAt - now(), 0) + msOf(taken + price - burst)
    },
    charge(mine: Known, units: number) {
      mine.fullAt = Math.max(mine.fullAt, now()) + msOf(units)
    },
  }
}

/** Reports many keys together, some time after the first of them. */
function createReports({ clock, report }: { clock: Pick<Clock, 'setTimeout'>; report: (key: string) => void }) {
  const due = new Set<string>()
  let isWaiting = false
  const reportAll = () => {
    isWaiting = false
    for (const key of due) report(key)
  }
  return {
    /** @returns whether the key is new among those that are due */
    add(key: string): boolean {
      if (due.has(key)) return false
      due.add(key)
      if (!isWaiting) clock.setTimeout(reportAll, reportAfterMs)
      isWaiting = true
      return true
    },
    drop: (key: string) => void due.delete(key),
  }
}
