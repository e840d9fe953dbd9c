import type { Database } from '@foyer/service/db/database'
import { type OpenTablesParameters, openTables } from '@foyer/service/db/openTables'
import { serverTables } from './serverTables.js'

/** Opens the server's own database and brings its tables up to date. @throws DatabaseError */
export const openDatabase = (parameters: Omit<OpenTablesParameters, 'tables'>): Promise<Database> =>
  openTables({ ...parameters, tables: serverTables })
