import { and, eq, lt } from 'drizzle-orm'
import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Orm } from '../db/database.js'
import { paySessions as table } from '../db/schema/index.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'

export interface PayKeepingParameters {
  orm: Orm
  clock: Clock
  log: Pick<Log, 'warn'>
}

const everyMs = 3_600_000
/** An address of an exchange holds for an hour; an exchange that hasn't reported within a day never will. */
const silentMs = 86_400_000

/** Deletes payments that no exchange has reported. */
export function createPayKeeping({ orm, clock, log }: PayKeepingParameters): BackgroundWork {
  const round = async () => {
    const isSilent = and(eq(table.status, 'UNKNOWN'), lt(table.createdAt, new Date(clock.now() - silentMs)))
    await orm.delete(table).where(isSilent)
  }
  return createRepeatedWork({ name: 'payments', everyMs, clock, log, round })
}
