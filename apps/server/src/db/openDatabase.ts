import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { DatabaseError } from './DatabaseError.js'
import type { Database, DatabaseLocation } from './database.js'
import { lockDirectory } from './lockDirectory.js'
import { migratePostgres } from './migratePostgres.js'
import * as schema from './schema/index.js'

export interface OpenDatabaseParameters {
  location: DatabaseLocation
  migrationsFolder: string
  /** called when an idle connection is lost; the next query opens a new one */
  onLost?: ((cause: unknown) => void) | undefined
}

/**
 * Opens the database and brings its tables up to date: the one place that does. Several servers may start at once on one
 * PostgreSQL; they take turns.
 * @throws {@link DatabaseError}
 */
export async function openDatabase({ location, migrationsFolder, onLost }: OpenDatabaseParameters): Promise<Database> {
  if (location.kind === 'postgres') return openPostgres({ url: location.url, migrationsFolder, onLost })
  if (location.kind === 'memory') return openPglite({ migrationsFolder })
  const unlock = await lockDirectory(location.path)
  try {
    const database = await openPglite({ migrationsFolder, path: join(location.path, 'pglite') })
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function openPglite({ migrationsFolder, path }: { migrationsFolder: string; path?: string | undefined }) {
  const client = await PGlite.create(path ?? 'memory://').catch((cause: unknown) => {
    throw new DatabaseError({
      code: 'database_open',
      message: `The embedded database${path === undefined ? '' : ` in ${path}`} can't be opened. Check that the folder can be written to; if it is damaged, restore it from a backup.`,
      cause,
    })
  })
  const orm = drizzlePglite(client, { schema })
  try {
    await migratePglite(orm, { migrationsFolder })
  } catch (cause) {
    await client.close()
    throw migrationError(cause)
  }
  return toDatabase({ orm, connections: () => null, close: () => client.close() })
}

interface OpenPostgres {
  url: string
  migrationsFolder: string
  onLost: ((cause: unknown) => void) | undefined
}

async function openPostgres({ url, migrationsFolder, onLost }: OpenPostgres): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  // Without a listener a lost idle connection would end the process.
  pool.on('error', (cause) => onLost?.(cause))
  // The pool listens to idle connections only; one lost within a transaction, between two queries, would be an unhandled error.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrateInTurn({ url, migrationsFolder })
  } catch (error) {
    await pool.end()
    throw error
  }
  const connections = () => {
    const { idleCount, totalCount, waitingCount } = pool
    return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount }
  }
  return toDatabase({ orm: drizzlePostgres(pool, { schema }), connections, close: () => pool.end() })
}

/** On a connection of its own, since a lock of PostgreSQL belongs to a connection. It ends with it, whatever happens. */
async function migrateInTurn({ url, migrationsFolder }: { url: string; migrationsFolder: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // a lost connection also fails the query that runs on it, which is where it is reported
  try {
    await client.connect()
  } catch (cause) {
    throw new DatabaseError({
      code: 'database_open',
      message: `The PostgreSQL of DATABASE_URL can't be reached: ${reasonOf(cause)}. Check that it runs and that the user, password and database name are right.`,
      cause,
    })
  }
  try {
    await migratePostgres({ client, migrationsFolder })
  } catch (cause) {
    throw migrationError(cause)
  } finally {
    await client.end()
  }
}

/** Drivers put the address into their messages, and an address may hold a password: only codes are reported. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

const migrationError = (cause: unknown) =>
  new DatabaseError({
    code: 'database_migration',
    message:
      "The tables can't be brought up to date. Nothing of the failed step was kept. Check that the database user may create tables and that no newer release has used this database.",
    cause,
  })

function toDatabase({ orm, connections, close }: Pick<Database, 'orm' | 'connections' | 'close'>): Database {
  let closing: Promise<void> | undefined
  return {
    orm,
    connections,
    ping: async () => {
      try {
        await orm.execute(sql`select 1`)
      } catch (cause) {
        throw new DatabaseError({ code: 'database_silent', message: "The database doesn't answer.", cause })
      }
    },
    close: () => (closing ??= close()),
  }
}
