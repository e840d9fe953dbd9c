import { type BackupReport, saveTables } from '@foyer/service/backup/saveTables'
import type { Database } from '@foyer/service/db/database'
import { serverTables } from '../db/serverTables.js'
import type { PictureStore } from '../pictures/pictureStore.js'
import { savePictures } from './pictureLines.js'

/** Figures of what a backup of the server holds. */
export interface ServerBackupReport extends BackupReport {
  readonly pictures: number
}

/** Writes the server's rows, and the pictures that they name, into a file. @throws BackupError · DatabaseError · PictureStoreError */
export async function backup({
  pictureStore,
  ...request
}: {
  database: Database
  pictureStore: PictureStore
  file: string
}): Promise<ServerBackupReport> {
  let pictures = 0
  const count = (more: number) => {
    pictures += more
  }
  const saved = await saveTables({ ...request, beside: savePictures({ pictureStore, count }), of: serverTables })
  return { ...saved, pictures }
}
