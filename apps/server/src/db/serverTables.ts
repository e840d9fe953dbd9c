import * as schema from './schema/index.js'
import type { TableSet } from './tableSet.js'

/** The tables of the server's own database. */
export const serverTables: TableSet = { tables: schema, journal: '__drizzle_migrations' }
