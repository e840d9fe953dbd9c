import { type BeforeRows, type RestoreReport, restoreTables } from '@foyer/service/backup/restoreTables'
import type { Database } from '@foyer/service/db/database'
import { getTableName } from 'drizzle-orm'
import * as v from 'valibot'
import { defaults } from '../config/config.js'
import { events } from '../db/schema/index.js'
import { serverTables } from '../db/serverTables.js'
import { makePartitions } from '../events/partitions.js'
import type { PictureStore } from '../pictures/pictureStore.js'
import type { ServerBackupReport } from './backup.js'
import { restorePictures } from './pictureLines.js'

/** Figures of what was brought back of the server, and of what was there before. */
export interface ServerRestoreReport extends ServerBackupReport, Pick<RestoreReport, 'dropped'> {
  readonly droppedPictures: number
}

export interface RestoreParameters {
  /** of this release's tables */
  database: Database
  pictureStore: PictureStore
  file: string
  /** Whether existing rows are replaced; without it only an empty database is filled. */
  replace: boolean
  /** how long events are kept; as by default, if left out */
  eventRetentionDays?: number | undefined
}

/** Restores a backup of the server, all of it or nothing. @throws BackupError · DatabaseError · PictureStoreError @see F17 */
export async function restore({
  eventRetentionDays = defaults.eventRetentionDays,
  pictureStore,
  ...request
}: RestoreParameters): Promise<ServerRestoreReport> {
  const { beside, besideDropped, ...restored } = await restoreTables({
    ...request,
    beside: restorePictures({ pictureStore, file: request.file }),
    of: serverTables,
    beforeRows: partitionsFor(eventRetentionDays),
  })
  return { ...restored, pictures: beside, droppedPictures: besideDropped }
}

/** Events lie in partitions, which those of a backup need as well. */
const partitionsFor =
  (days: number): BeforeRows =>
  async ({ transaction, table, rows }) => {
    if (table === eventTable) await makePartitions({ orm: transaction, moments: momentsOf(rows), days })
  }

const eventTable = getTableName(events)
const Received = v.object({ received_at: v.pipe(v.string(), v.transform(Date.parse)) })

/** When events were received. Of a row that isn't as it should be, which the database refuses, there is nothing. */
const momentsOf = (rows: readonly string[]) =>
  rows.flatMap((row) => {
    const event = v.safeParse(Received, JSON.parse(row))
    return event.success && Number.isFinite(event.output.received_at) ? [event.output.received_at] : []
  })
