import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Database, DatabaseLocation, TableSet } from './database.js'
import { DatabaseError } from './database.js'
import { requireOwnFolder, unusableFolder } from './dataFolder.js'
import { lockDirectory } from './lockDirectory.js'
import { type MigratePostgres, migratePostgres } from './migratePostgres.js'
import { unpackNewFolder } from './newFolder.js'
import { type OpenEmbedded, openEmbedded, requireRoom } from './openEmbedded.js'
import { type Found, requireOwn } from './ownDatabase.js'
import type { Program } from './programs.js'
import { watchPool } from './watchPool.js'

export interface OpenTablesParameters {
  location: DatabaseLocation
  migrationsFolder: string
  tables: TableSet
  /** called when a connection is lost, or the database; what is asked next opens a new one, or fails */
  onLost?: ((cause: unknown) => void) | undefined
  onBack?: (() => void) | undefined
}

/**
 * Opens the database and brings its tables up to date: the one place that does. Several servers may start at once on one
 * PostgreSQL; they take turns.
 * @throws {@link DatabaseError}
 */
export async function openTables({ location, ...rest }: OpenTablesParameters): Promise<Database> {
  if (location.kind === 'postgres') return openPostgres({ ...location, ...rest })
  if (location.kind === 'memory') return openPglite(rest)
  const { program } = rest.tables
  await requireOwnFolder({ path: location.path, program })
  const unlock = await takeFolder({ path: location.path, program })
  try {
    const path = join(location.path, 'pglite')
    await unpackNewFolder({ path, migrationsFolder: rest.migrationsFolder })
    const database = await openPglite({ ...rest, path })
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Takes a folder, which is made where there is none yet. @throws {@link DatabaseError} */
async function takeFolder({ path, program }: { path: string; program: Program }): Promise<() => Promise<void>> {
  try {
    await requireRoom(path)
    return await lockDirectory({ path, setting: program.settings.folder })
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause
    throw unusableFolder({ path, program, code: reasonOf(cause), cause })
  }
}

async function openPglite({
  migrationsFolder,
  tables,
  ...location
}: OpenEmbedded & { migrationsFolder: string; tables: TableSet }) {
  const { path } = location
  const { client, close } = await openEmbedded(location).catch((cause: unknown) => {
    if (cause instanceof DatabaseError) throw cause
    throw new DatabaseError({
      code: 'database_open',
      message: `The embedded database${path === undefined ? '' : ` in ${path}`} can't be opened. Check that the folder can be written to; if it is damaged, restore it from a backup.`,
      cause,
    })
  })
  const orm = drizzlePglite(client)
  try {
    const { program } = tables
    await requireOwn({ query: (text) => client.query<Found>(text), program, setting: program.settings.folder })
    await migratePglite(orm, { migrationsFolder, migrationsTable: tables.program.journal })
  } catch (cause) {
    await close()
    throw migrationError(cause)
  }
  return toDatabase({ orm, connections: () => null, close })
}

type OpenPostgres = Omit<OpenTablesParameters, 'location' | 'tables'> & { tables: TableSet } & Omit<
    DatabaseLocation & { kind: 'postgres' },
    'kind'
  >

async function openPostgres({
  url,
  connections: max = 10,
  migrationsFolder,
  tables,
  onLost,
  onBack,
}: OpenPostgres): Promise<Database> {
  const own = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    // What the driver gives up, PostgreSQL ends too.
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  // Without a listener a lost idle connection would end the process.
  own.on('error', (cause) => onLost?.(cause))
  // The pool listens to idle connections only; one lost within a transaction, between two queries, would be an unhandled error.
  own.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrateInTurn({ url, migrationsFolder, tables })
  } catch (error) {
    await own.end()
    throw error
  }
  const connections = () => {
    const { idleCount, totalCount, waitingCount } = own
    return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount }
  }
  const { pool, stop } = watchPool({ pool: own, url, onAway: onLost, onBack })
  const close = () => {
    stop()
    return own.end()
  }
  return toDatabase({ orm: drizzlePostgres(pool), connections, close })
}

/** On a connection of its own, since a lock of PostgreSQL belongs to a connection. It ends with it, whatever happens. */
async function migrateInTurn({ url, ...migrations }: { url: string } & Omit<MigratePostgres, 'client'>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // a lost connection also fails the query that runs on it, which is where it is reported
  try {
    await client.connect()
  } catch (cause) {
    throw new DatabaseError({
      code: 'database_open',
      message: `The PostgreSQL of ${migrations.tables.program.settings.url} can't be reached: ${reasonOf(cause)}. Check that it runs and that the user, password and database name are right.`,
      cause,
    })
  }
  try {
    await migratePostgres({ client, ...migrations })
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
  cause instanceof DatabaseError
    ? cause
    : new DatabaseError({
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
