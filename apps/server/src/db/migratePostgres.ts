import { is } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as schema from './schema/index.js'

/** Any number, as long as every release of the server takes the same: the holder may change the tables. */
const migrationLock = 7_205_411_866

/**
 * Applies the migrations that a PostgreSQL has not seen yet, all or none, in the tables that drizzle keeps of them. Servers
 * that start at once take turns. Nodes of an earlier release keep running, and none of their requests fails.
 * @throws the database's error
 */
export async function migratePostgres({
  client,
  migrationsFolder,
}: {
  client: pg.Client
  migrationsFolder: string
}): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder })
  await client.query(`set lock_timeout = '60s'`)
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
  const applied = new Set(rows.map(({ at }) => Number(at)))
  const pending = migrations.filter(({ folderMillis }) => !applied.has(folderMillis))
  if (pending.length === 0) return
  await takeTables(client)
  for (const migration of pending) await apply({ client, migration })
  await client.query('commit')
}

async function apply({ client, migration }: { client: pg.Client; migration: MigrationMeta }): Promise<void> {
  for (const statement of migration.sql) await client.query(statement)
  const note = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)'
  await client.query(note, [migration.hash, migration.folderMillis])
}

/** Together more than a minute, after which an operator has to intervene. */
const mostTries = 150

/**
 * Locks all tables at the beginning of the transaction. Locked one by one as the statements need them, they could be what another
 * node waits for that holds what comes next, and PostgreSQL ends such a deadlock by failing one of the two. A node that waits
 * there fails after a second (`deadlock_timeout`), so this gives up before and tries again.
 */
async function takeTables(client: pg.Client): Promise<void> {
  const names = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableConfig(each).name] : []))
  const find = `select quote_ident(tablename) as name from pg_tables
                where schemaname = current_schema() and tablename = any ($1) order by tablename`
  const { rows } = await client.query<{ name: string }>(find, [names])
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    if (rows.length === 0) return
    try {
      await client.query(`set local statement_timeout to '400ms'`)
      await client.query(`lock table ${rows.map(({ name }) => name).join()} in access exclusive mode`)
      await client.query('set local statement_timeout to default')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isTooBusy(error) || tries === mostTries) throw error
      await client.query('select pg_sleep(0.05 + random() * 0.1)')
    }
  }
}

/** Cancelled by its own time limit, or chosen as the victim of a deadlock. */
const isTooBusy = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '40P01')
