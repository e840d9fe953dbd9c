import type { TableSet } from '@foyer/service/db/database'
import { programs } from '@foyer/service/db/programs'
import * as schema from './schema/index.js'

/** The tables of the server's own database. */
export const serverTables: TableSet = { tables: schema, program: programs.server }
