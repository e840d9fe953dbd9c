import type { Database } from '../db/database.js'
import { serverTables } from '../db/serverTables.js'
import type { PictureStore } from '../pictures/pictureStore.js'
import { type BackupReport, saveTables } from './saveTables.js'

/** Writes the server's rows, and the pictures that they name, into a file. @throws BackupError · DatabaseError · PictureStoreError */
export const backup = (request: {
  database: Database
  pictureStore: PictureStore
  file: string
}): Promise<BackupReport> => saveTables({ ...request, of: serverTables })
