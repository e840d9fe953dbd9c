import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Log } from '@foyer/service/log/createLog'

/** Of the work that forgets what has been kept for long enough, or what is too much. */
export interface KeepingParameters {
  orm: Orm
  clock: Clock
  log: Pick<Log, 'warn'>
}
