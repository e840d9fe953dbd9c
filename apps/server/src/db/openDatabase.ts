import type { Database } from './database.js'
import { type OpenTablesParameters, openTables } from './openTables.js'
import { serverTables } from './serverTables.js'

/** Opens the server's own database and brings its tables up to date. @throws DatabaseError */
export const openDatabase = (parameters: Omit<OpenTablesParameters, 'tables'>): Promise<Database> =>
  openTables({ ...parameters, tables: serverTables })
