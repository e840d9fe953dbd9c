import { setTimeout as sleep } from 'node:timers/promises'
import { is } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { TableSet } from './database.js'
import { requireOwn } from './ownDatabase.js'

/** Any number, as long as every release of the server takes the same: the holder may change the tables. */
const migrationLock = 7_205_411_866

export interface MigratePostgres {
  client: pg.Client
  migrationsFolder: string
  tables: TableSet
}

/**
 * Applies the migrations that a PostgreSQL has not seen yet, all or none, in the tables that drizzle keeps of them, and then builds
 * new indices of tables that were there. Servers
 * that start at once take turns. Nodes of an earlier release keep running, and none of their requests fails.
 * @throws the database's error · DatabaseError where it is another program's
 */
export async function migratePostgres({ client, migrationsFolder, tables }: MigratePostgres): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder })
  await client.query(`set lock_timeout = '60s'`)
  await takeTurn(client)
  const { program } = tables
  await requireOwn({ query: (text) => client.query(text), program, setting: program.settings.url })
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists drizzle.${tables.program.journal} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const { rows } = await client.query<{ at: string }>(`select created_at as at from drizzle.${tables.program.journal}`)
  const applied = new Set(rows.map(({ at }) => Number(at)))
  const pending = migrations.filter(({ folderMillis }) => !applied.has(folderMillis))
  if (pending.length > 0) {
    const there = await takeTables({ client, tables })
    for (const migration of pending) await apply({ client, migration, there, tables })
    await client.query('commit')
  }
  await buildIndices({ client, migrations })
}

/** Asks again and again: one that waited in PostgreSQL for a lock would hold up the index that the holder of the lock builds, for ever. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (rows[0]?.taken === true) return
    await sleep(100)
  }
}

/** An index that only makes reading faster; one that keeps rows unique is part of what a migration means, and made within it. */
const plainIndex = /^\s*create index "(\w+)" on "(\w+)"/i

/**
 * Builds what indices there should be and aren't, each without holding up the nodes that read and write meanwhile. They are found by
 * name, whichever migration they come from, so that what a killed server left half built is built by the next.
 */
async function buildIndices({ client, migrations }: { client: pg.Client; migrations: readonly MigrationMeta[] }) {
  const statements = migrations.flatMap(({ sql }) => sql)
  const wanted = new Map(
    statements.flatMap((statement) => {
      const name = plainIndex.exec(statement)?.[1]
      return name === undefined ? [] : [[name, statement] as const]
    }),
  )
  for (const statement of statements) wanted.delete(/^\s*drop index (?:if exists )?"(\w+)"/i.exec(statement)?.[1] ?? '')
  const find = `select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
                where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)`
  const { rows } = await client.query<{ name: string; isValid: boolean }>(find, [[...wanted.keys()]])
  for (const { name, isValid } of rows) {
    if (isValid) wanted.delete(name)
    else await client.query(`drop index concurrently "${name}"`)
  }
  for (const statement of wanted.values()) await client.query(statement.replace(/index/i, 'index concurrently'))
}

interface Apply {
  client: pg.Client
  migration: MigrationMeta
  /** the tables that have rows */
  there: ReadonlySet<string>
  tables: TableSet
}

async function apply({ client, migration, there, tables }: Apply): Promise<void> {
  for (const statement of migration.sql) {
    // On a table that is filled it would lock out all writers as long as it takes: it is built afterwards.
    if (!there.has(plainIndex.exec(statement)?.[2] ?? '')) await client.query(statement)
  }
  const note = `insert into drizzle.${tables.program.journal} (hash, created_at) values ($1, $2)`
  await client.query(note, [migration.hash, migration.folderMillis])
}

/** Together more than a minute, after which an operator has to intervene. */
const mostTries = 150

/**
 * Locks all tables at the beginning of the transaction, and lists them. Locked one by one as the statements need them, they could be what another
 * node waits for that holds what comes next, and PostgreSQL ends such a deadlock by failing one of the two. A node that waits
 * there fails after a second (`deadlock_timeout`), so this gives up before and tries again.
 */
async function takeTables({ client, tables }: Pick<MigratePostgres, 'client' | 'tables'>): Promise<Set<string>> {
  const names = Object.values(tables.tables).flatMap((each) => (is(each, PgTable) ? [getTableConfig(each).name] : []))
  const find = `select tablename as plain, quote_ident(tablename) as name from pg_tables
                where schemaname = current_schema() and tablename = any ($1) order by tablename`
  const { rows } = await client.query<{ plain: string; name: string }>(find, [names])
  const there = new Set(rows.map(({ plain }) => plain))
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    if (rows.length === 0) return there
    try {
      await client.query(`set local statement_timeout to '400ms'`)
      await client.query(`lock table ${rows.map(({ name }) => name).join()} in access exclusive mode`)
      await client.query('set local statement_timeout to default')
      return there
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
