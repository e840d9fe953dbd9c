import { type BackupReport, saveTables } from '@foyer/service/backup/saveTables'
import type { Database } from '@foyer/service/db/database'
import { serverTables } from '../db/serverTables.js'
import type { PictureStore } from '../pictures/pictureStore.js'

/** Writes the server's rows, and the pictures that they name, into a file. @throws BackupError · DatabaseError · PictureStoreError */
export const backup = (request: {
  database: Database
  pictureStore: PictureStore
  file: string
}): Promise<BackupReport> => saveTables({ ...request, of: serverTables })
