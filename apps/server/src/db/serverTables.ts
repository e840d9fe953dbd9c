import type { TableSet } from '@foyer/service/db/database'
import * as schema from './schema/index.js'

/** The tables of the server's own database. */
export const serverTables: TableSet = { tables: schema, journal: '__drizzle_migrations' }
