import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Program } from './programs.js'

/** The place of the data: in memory, in a folder, or in a PostgreSQL. */
export type DatabaseLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 'postgres'
      readonly url: string
      /** the most that this node opens; 10 if left out */
      readonly connections?: number | undefined
    }

/** The query interface of every room, for either database. */
export type Orm = PgDatabase<PgQueryResultHKT>

/** An open database whose tables are up to date. */
export interface Database {
  readonly orm: Orm
  /** Counts the connections, by state; none for the embedded database, which needs none. */
  connections(): Readonly<Record<'idle' | 'busy' | 'waiting', number>> | null
  /** Resolves when the database answers. @throws {@link DatabaseError} */
  ping(): Promise<void>
  /** Waits for what is running, then closes. Can be called again. */
  close(): Promise<void>
}

/** The database can't be opened, brought up to date or asked. The message never holds its address or password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: 'database_open' | 'database_in_use' | 'database_of_another' | 'database_migration' | 'database_silent'

  constructor({ code, message, cause }: { code: DatabaseError['code']; message: string; cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}

/** The tables of one database, and whose it is. The server and the keeper have one each. */
export interface TableSet {
  readonly tables: Readonly<Record<string, unknown>>
  readonly program: Program
}
