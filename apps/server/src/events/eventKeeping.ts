import { asc, lt, sql } from 'drizzle-orm'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { formerEvents as former } from '../db/schema/index.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'
import { dropPartitions, makePartitions } from './partitions.js'

export interface EventKeepingParameters {
  orm: Orm
  /** how long events are kept */
  days: number
  clock: Clock
  log: Pick<Log, 'warn'>
}

const everyMs = 3_600_000
const dayMs = 86_400_000
/** Partitions are made for today and so many days ahead. */
const daysAhead = 2
/** The size of one deletion, so that writers needn't wait long. */
const batch = 1_000

/** Makes the next partitions of events, and drops those that are old as a whole. Several nodes may do it at once. */
export function createEventKeeping({ orm, days, clock, log }: EventKeepingParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    const now = clock.now()
    const oldest = now - days * dayMs
    const moments = Array.from({ length: 1 + daysAhead }, (_, ahead) => now + ahead * dayMs)
    await makePartitions({ orm, moments, days })
    await emptyFormer({ orm, oldest: new Date(oldest), signal })
    await dropPartitions({ orm, before: oldest })
  }
  return createRepeatedWork({ name: 'event retention', everyMs, clock, log, round })
}

/** The former release's table has no partitions. */
async function emptyFormer({ orm, oldest, signal }: { orm: Orm; oldest: Date; signal: AbortSignal }): Promise<void> {
  for (let gone = batch; gone === batch; ) {
    signal.throwIfAborted()
    const old = orm
      .select({ projectId: former.projectId, id: former.id })
      .from(former)
      .where(lt(former.receivedAt, oldest))
      .orderBy(asc(former.receivedAt))
      .limit(batch)
      .for('update', { skipLocked: true })
    const deleted = await orm
      .delete(former)
      .where(sql`(${former.projectId}, ${former.id}) in ${old}`)
      .returning({ id: former.id })
    gone = deleted.length
  }
}
