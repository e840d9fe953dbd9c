import { asc, lt, sql } from 'drizzle-orm'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { events as table } from '../db/schema/index.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'

export interface EventKeepingParameters {
  orm: Orm
  /** how long events are kept */
  days: number
  clock: Clock
  log: Pick<Log, 'warn'>
}

const everyMs = 3_600_000
const dayMs = 86_400_000
/** The size of one deletion, so that writers needn't wait long. */
const batch = 1_000

/** Deletes old events. Several nodes may do it at once: each deletes other rows. */
export function createEventKeeping({ orm, days, clock, log }: EventKeepingParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    const oldest = new Date(clock.now() - days * dayMs)
    for (let gone = batch; gone === batch; ) {
      signal.throwIfAborted()
      const old = orm
        .select({ projectId: table.projectId, id: table.id })
        .from(table)
        .where(lt(table.receivedAt, oldest))
        .orderBy(asc(table.receivedAt))
        .limit(batch)
        .for('update', { skipLocked: true })
      const deleted = await orm
        .delete(table)
        .where(sql`(${table.projectId}, ${table.id}) in ${old}`)
        .returning({ id: table.id })
      gone = deleted.length
    }
  }
  return createRepeatedWork({ name: 'event retention', everyMs, clock, log, round })
}
