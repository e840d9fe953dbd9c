import { type BackupReport, saveTables } from '@foyer/service/backup/saveTables'
import type { Database } from '@foyer/service/db/database'
import { serverTables } from '../db/serverTables.js'
import type { PictureStore } from '../pictures/pictureStore.js'
import { savePictures } from './pictureLines.js'

/** Figures of what a backup of the server holds. */
export interface ServerBackupReport extends Omit<BackupReport, 'beside'> {
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
  const { beside, ...saved } = await saveTables({ ...request, beside: savePictures(pictureStore), of: serverTables })
  return { ...saved, pictures: beside }
}
