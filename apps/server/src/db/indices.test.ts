import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../migrationsFolder.js'
import type { Database } from './database.js'
import { openDatabase } from './openDatabase.js'
import { projects } from './schema/index.js'
import { type RunningPostgres, startPostgres } from './test/startPostgres.js'

let postgres: RunningPostgres
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'foyer-migrations-'))
  await cp(migrationsFolder(), folder, { recursive: true })
  await addMigration('CREATE INDEX "projects_by_name" ON "projects" USING btree ("name");')
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const Journal = v.looseObject({
  entries: v.array(v.looseObject({ idx: v.number(), when: v.number(), tag: v.string() })),
})

/** One more, as the next release has it. */
async function addMigration(text: string) {
  const path = join(folder, 'meta/_journal.json')
  const journal = v.parse(Journal, JSON.parse(await readFile(path, 'utf8')))
  const last = journal.entries.at(-1) ?? expect.fail()
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' })
  await writeFile(path, JSON.stringify(journal))
  await writeFile(join(folder, '9999_next.sql'), text)
}

const open = (url: string, migrations: string) =>
  openDatabase({ location: { kind: 'postgres', url }, migrationsFolder: migrations })
const rowsOf = (result: unknown) => v.parse(v.looseObject({ rows: v.array(v.unknown()) }), result).rows
const isValid = ({ orm }: Database) =>
  orm.execute(sql`select indisvalid from pg_index where indexrelid = to_regclass('projects_by_name')`)

test('an index of a filled table is built while a node goes on writing into it, and anew where a killed server left it half built', async () => {
  const url = await postgres.createDatabase()
  const former = await open(url, migrationsFolder())
  const write = (id: string) => former.orm.insert(projects).values({ id, name: id, allowedOrigins: [] })
  await write('before')
  const building = await former.orm.transaction(
    async (within) => {
      await within.execute(sql`select 1`)
      // Two servers start. The index isn't complete before those end who began to read before it, such as this transaction.
      const started = Promise.all([open(url, folder), open(url, folder)])
      const statements = sql`select query from pg_stat_activity where state = 'active' and query ilike 'create index concurrently%'`
      await expect.poll(async () => rowsOf(await former.orm.execute(statements))).toHaveLength(1)
      await write('meanwhile')
      return { started }
    },
    { isolationLevel: 'repeatable read' },
  )
  const [one, other] = await building.started
  expect(await isValid(one)).toMatchObject({ rows: [{ indisvalid: true }] })
  await one.orm.execute(sql`update pg_index set indisvalid = false where indexrelid = 'projects_by_name'::regclass`)
  const again = await open(url, folder)
  expect(await isValid(again)).toMatchObject({ rows: [{ indisvalid: true }] })
  await Promise.all([former, one, other, again].map((database) => database.close()))
})
