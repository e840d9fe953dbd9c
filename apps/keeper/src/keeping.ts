import { dayMs } from '@foyer/service/budget/limit'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { times } from './ceremony.js'
import { keeperCeremonies, keeperDeletions, keeperEmailChanges, keeperNonces } from './tables.js'

const everyMs = 30_000
/** A ceremony that came to nothing is counted for a day, and may be asked after. */
const keptMs = 2 * dayMs
/** For a year, devices that held a wallet are answered that it was deleted. */
const deletedMs = 365 * dayMs

/** Forgets what is over. */
export function createKeeperKeeping({ base, log }: { base: KeeperBase; log: Pick<Log, 'warn'> }): BackgroundWork {
  const { orm, clock } = base
  const { status, beganAt, opensAt, nextTellAt: dueAt } = keeperCeremonies
  const round = async () => {
    const now = clock.now()
    await orm.delete(keeperNonces).where(lt(keeperNonces.expiresAt, new Date(now)))
    const isNothing = inArray(status, ['waiting', 'confirmed', 'ended'])
    await orm.delete(keeperCeremonies).where(and(isNothing, isNull(dueAt), lt(beganAt, new Date(now - keptMs))))
    const { status: changeIs, beganAt: changeBegan, opensAt: changeOpens } = keeperEmailChanges
    const isUnchanged = inArray(changeIs, ['waiting', 'ended'])
    await orm.delete(keeperEmailChanges).where(and(isUnchanged, lt(changeBegan, new Date(now - keptMs))))
    const { status: deletionIs, beganAt: deletionBegan, nextTellAt } = keeperDeletions
    const isCancelled = and(inArray(deletionIs, ['asked', 'ended']), lt(deletionBegan, new Date(now - keptMs)))
    await orm.delete(keeperDeletions).where(isCancelled)
    const isLongDone = and(isNull(nextTellAt), lt(deletionBegan, new Date(now - deletedMs)))
    await orm.delete(keeperDeletions).where(and(eq(deletionIs, 'deleted'), isLongDone))
    const longAgo = new Date(now - times.openMs)
    // None opens before it was begun, and what was begun long ago has an index.
    const isLong = and(lt(opensAt, longAgo), lt(beganAt, longAgo))
    await orm.delete(keeperCeremonies).where(and(eq(status, 'released'), isLong))
    await orm.delete(keeperEmailChanges).where(and(lt(changeOpens, longAgo), lt(changeBegan, longAgo)))
  }
  return createRepeatedWork({ name: 'keeper', everyMs, clock, log, round })
}
