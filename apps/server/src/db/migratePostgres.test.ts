import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../migrationsFolder.js'
import { openDatabase } from './openDatabase.js'
import { directoryState, projects } from './schema/index.js'

let postgres: LentPostgres
let folder: string
beforeAll(async () => {
  postgres = lendPostgres()
  folder = await mkdtemp(join(tmpdir(), 'foyer-migrations-'))
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const Journal = v.looseObject({
  entries: v.array(v.looseObject({ idx: v.number(), when: v.number(), tag: v.string() })),
})

/** The migrations with one more, as the next release has it. */
async function withMigration({ name, text }: { name: string; text: string }): Promise<string> {
  const next = join(folder, name)
  await cp(migrationsFolder(), next, { recursive: true })
  const path = join(next, 'meta/_journal.json')
  const journal = v.parse(Journal, JSON.parse(await readFile(path, 'utf8')))
  const last = journal.entries.at(-1) ?? expect.fail()
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' })
  await writeFile(path, JSON.stringify(journal))
  await writeFile(join(next, '9999_next.sql'), text)
  return next
}

const open = (url: string, migrations: string) =>
  openDatabase({ location: { kind: 'postgres', url }, migrationsFolder: migrations })
const rowsOf = (result: unknown) => v.parse(v.looseObject({ rows: v.array(v.unknown()) }), result).rows
const isValid = ({ orm }: Database) =>
  orm.execute(sql`select indisvalid from pg_index where indexrelid = to_regclass('projects_by_name')`)

test('a node’s transaction ends as it would without the migration that another node applies meanwhile', async () => {
  const next = await withMigration({
    name: 'columns',
    text: 'ALTER TABLE "directory_state" ADD COLUMN "more" text;--> statement-breakpoint\nALTER TABLE "projects" ADD COLUMN "more" text;',
  })
  const url = await postgres.createDatabase()
  const present = await open(url, migrationsFolder())
  const waiting = sql`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const starting = await present.orm.transaction(async (within) => {
    await within.insert(projects).values({ id: 'one', name: 'One', allowedOrigins: [] })
    const started = open(url, next)
    await expect.poll(async () => rowsOf(await present.orm.execute(waiting)).length).toBeGreaterThan(0)
    // In the other order than the migration has them: locked one by one, each would wait for the other.
    await within.insert(directoryState).values({ id: 1, version: 1 })
    return { started }
  })
  const upgraded = await starting.started
  const found = await upgraded.orm.execute(sql`select p.more, d.more from projects p, directory_state d`)
  expect(rowsOf(found)).toHaveLength(1)
  await Promise.all([present, upgraded].map((database) => database.close()))
})

test('an index of a filled table is built while a node goes on writing into it, and anew where a killed server left it half built', async () => {
  const text = 'CREATE INDEX "projects_by_name" ON "projects" USING btree ("name");'
  const next = await withMigration({ name: 'index', text })
  const url = await postgres.createDatabase()
  const present = await open(url, migrationsFolder())
  const write = (id: string) => present.orm.insert(projects).values({ id, name: id, allowedOrigins: [] })
  await write('before')
  const building = await present.orm.transaction(
    async (within) => {
      await within.execute(sql`select 1`)
      // Two servers start. The index isn't complete before those end who began to read before it, such as this transaction.
      const started = Promise.all([open(url, next), open(url, next)])
      const statements = sql`select query from pg_stat_activity where datname = current_database() and state = 'active' and query ilike 'create index concurrently%'`
      await expect.poll(async () => rowsOf(await present.orm.execute(statements))).toHaveLength(1)
      await write('meanwhile')
      return { started }
    },
    { isolationLevel: 'repeatable read' },
  )
  const [one, other] = await building.started
  expect(await isValid(one)).toMatchObject({ rows: [{ indisvalid: true }] })
  await one.orm.execute(sql`update pg_index set indisvalid = false where indexrelid = 'projects_by_name'::regclass`)
  const again = await open(url, next)
  expect(await isValid(again)).toMatchObject({ rows: [{ indisvalid: true }] })
  await Promise.all([present, one, other, again].map((database) => database.close()))
})
