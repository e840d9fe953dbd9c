import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import type { KeepingParameters } from '../db/keeping.js'
import { sponsorBudgets, sponsoredOperations } from '../db/schema/sponsor.js'

const everyMs = 3_600_000
/** The time for which it is known what was paid for whom. */
const keptMs = 90 * 86_400_000
/** The same of what was never signed, and cost nothing: its end, and that of a token for it, are long past by then. */
const keptUnsignedMs = 86_400_000

/** Forgets operations that are over, with their transactions, and what was paid on days long past; what a project has paid in all stays. */
export function createSponsorKeeping({ orm, clock, log }: KeepingParameters): BackgroundWork {
  const round = async () => {
    const oldest = new Date(clock.now() - keptMs)
    const isOver = inArray(sponsoredOperations.status, ['settled', 'dropped'])
    const { updatedAt, place } = sponsoredOperations
    await orm.delete(sponsoredOperations).where(and(isOver, lt(updatedAt, oldest)))
    const unsigned = new Date(clock.now() - keptUnsignedMs)
    await orm.delete(sponsoredOperations).where(and(isOver, isNull(place), lt(updatedAt, unsigned)))
    const isOld = lt(sponsorBudgets.day, oldest.toISOString().slice(0, 10))
    await orm.delete(sponsorBudgets).where(and(notInArray(sponsorBudgets.scope, ['total', 'sessionTotal']), isOld))
  }
  return createRepeatedWork({ name: 'sponsored operations', everyMs, clock, log, round })
}
