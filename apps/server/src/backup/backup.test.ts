import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { backupTables } from '@foyer/service/backup/tables'
import type { Database, DatabaseLocation } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/openDatabase.js'
import * as schema from '../db/schema/index.js'
import { serverTables } from '../db/serverTables.js'
import { makePartitions } from '../events/partitions.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { backup } from './backup.js'
import { restore } from './restore.js'

let postgres: LentPostgres
let folder: string
const opened: Database[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'))
  postgres = lendPostgres()
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const open = async (location: DatabaseLocation): Promise<Database> => {
  const database = await openDatabase({ location, migrationsFolder: migrationsFolder() })
  opened.push(database)
  return database
}
const embedded = () => open({ kind: 'memory' })
const onPostgres = async () => open({ kind: 'postgres', url: await postgres.createDatabase() })
/** A place without pictures: those of the rows here have no names that one could have. */
const here = { pictureStore: { get: async () => null, put: async () => {}, delete: async () => {} } }
let files = 0
const newFile = (ending = 'ndjson.gz') => join(folder, `${++files}.${ending}`)

/** Text that is hard to carry: quotes, line ends of all kinds, characters beyond 16 bits, JSON and SQL in a text. */
const hard = `'"\\ \n\r\u2028 \u{1f6aa} é {"row":1} $1 --`

/** A value of a column, as SQL has it. The rows of a table differ in all their columns, and refer to rows of the same number. */
function literal({ column, row }: { column: PgColumn; row: number }): string {
  const type = column.getSQLType()
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  if (type === 'text') return quoted(`${row}${column.name}${hard}`)
  if (type === 'text[]') return `array[${quoted(`${row},${hard}`)}, 'NULL', '']`
  if (type === 'smallint[]') return `array[${row}, 0, -32768, 32767]::smallint[]`
  if (type === 'uuid') return quoted(`00000000-0000-4000-8000-${String(row).padStart(12, '0')}`)
  if (type === 'jsonb') return `${quoted(JSON.stringify({ row, hard, deep: [null, 1e-7, { a: true }] }))}::jsonb`
  if (type === 'integer') return String(2_147_483_000 + row)
  if (type === 'bigint') return `${9_223_372_036_854_775_000n + BigInt(row)}`
  if (type.startsWith('numeric')) return `${10n ** 77n + BigInt(row)}`
  if (type === 'boolean') return row % 2 === 0 ? 'true' : 'false'
  if (type === 'timestamp with time zone') return quoted(`2026-01-01 00:00:00.12345${row}+05:30`)
  if (type === 'date') return quoted(`2026-01-0${row + 1}`)
  if (type === 'bytea') return `'\\x00ff0a0d${String(row).padStart(2, '0')}'`
  throw new Error(`No value is known of type ${type}: teach this test.`)
}

const tablesOf = () =>
  backupTables(serverTables).map(({ name }) => {
    const table = Object.values(schema).find((each) => is(each, PgTable) && getTableConfig(each).name === name)
    if (!is(table, PgTable)) throw new Error(`No table ${name}.`)
    return getTableConfig(table)
  })

/** Fills every table of the schema, those of tomorrow too. */
async function fill(database: Database): Promise<void> {
  await makePartitions({ orm: database.orm, moments: [Date.parse('2026-01-01T00:00:00+05:30')], days: 90 })
  for (const { name, columns: all } of tablesOf()) {
    const columns = all.filter(({ generated }) => generated === undefined)
    for (const row of [1, 2, 3]) {
      // Of the third row, all that may be empty is.
      const values = columns.map((column) =>
        row === 3 && !column.notNull ? 'null' : literal({ column: referred(column), row }),
      )
      const names = columns.map((column) => `"${column.name}"`)
      const insert = `insert into "${name}" (${names.join()}) overriding system value values (${values.join()})`
      await database.orm.execute(sql.raw(insert))
    }
  }
}

/** Returns the column that a column refers to: both hold the same. */
function referred(column: PgColumn): PgColumn {
  for (const { foreignKeys } of tablesOf()) {
    for (const foreignKey of foreignKeys) {
      const { columns, foreignColumns } = foreignKey.reference()
      const place = columns.indexOf(column)
      const target = foreignColumns[place]
      if (place >= 0 && target !== undefined) return referred(target)
    }
  }
  return column
}

const Read = v.object({ rows: v.array(v.record(v.string(), v.nullable(v.string()))) })

/** Every row of every table, each value as the database writes it. */
async function contentOf(database: Database) {
  const content: Record<string, unknown> = {}
  for (const { name, columns, key } of backupTables(serverTables)) {
    const texts = columns.map((column) => `"${column}"::text as "${column}"`)
    const order = key.map((column) => `"${column}"`)
    const select = `select ${texts.join()} from "${name}" order by ${order.join()}`
    const rows = await database.orm.transaction(async (transaction) => {
      await transaction.execute(sql`set local timezone to 'UTC'`)
      return v.parse(Read, await transaction.execute(sql.raw(select))).rows
    })
    content[name] = rows
  }
  return content
}

test('[F17] every table is in a backup, after those that it refers to', () => {
  const names = backupTables(serverTables).map(({ name }) => name)
  const all = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableConfig(each).name] : []))
  expect([...names].sort()).toEqual([...all].sort())
  expect(names.indexOf('projects')).toBeLessThan(names.indexOf('events'))
  for (const { name, key } of backupTables(serverTables)) expect([name, key.length > 0]).toEqual([name, true])
})

test('[F17] from the embedded database into PostgreSQL and back, every row of every table is the same', async () => {
  const [first, middle, last] = [await embedded(), await onPostgres(), await embedded()]
  await fill(first)
  const content = await contentOf(first)
  for (const rows of Object.values(content)) expect(rows).toHaveLength(3)

  const [one, other] = [newFile(), newFile('ndjson')]
  const report = { rows: 3 * backupTables(serverTables).length, tables: backupTables(serverTables).length, pictures: 0 }
  expect(await backup({ ...here, database: first, file: one })).toEqual(report)
  expect(await restore({ ...here, database: middle, file: one, replace: false })).toEqual({
    ...report,
    dropped: [],
    droppedPictures: 0,
  })
  expect(await contentOf(middle)).toEqual(content)
  await backup({ ...here, database: middle, file: other })
  await restore({ ...here, database: last, file: other, replace: false })
  expect(await contentOf(last)).toEqual(content)
  // The same data is the same file, whichever database it comes from.
  expect(gunzipSync(await readFile(one)).toString()).toBe(await readFile(other, 'utf8'))
  expect((await stat(one)).mode & 0o777).toBe(0o600)
})

test('[F17] what the database counts goes on after what was brought back', async () => {
  const [from, into] = [await onPostgres(), await onPostgres()]
  const reorg = sql`insert into reorgs (chain_id, at) values ('eip155:1', now()) returning id::int as id`
  for (let count = 0; count < 3; count++) await from.orm.execute(reorg)
  const file = newFile()
  await backup({ ...here, database: from, file })
  await restore({ ...here, database: into, file, replace: false })
  expect(await into.orm.execute(reorg)).toMatchObject({ rows: [{ id: 4 }] })
})

test('[F17] it is of one moment, whatever is written meanwhile', async () => {
  const url = await postgres.createDatabase()
  const [database, copy] = [await open({ kind: 'postgres', url }), await onPostgres()]
  await makePartitions({ orm: database.orm, moments: [Date.now()], days: 90 })
  const [writer, watcher] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([writer.connect(), watcher.connect()])
  // Projects are read before events: here the backup has to wait, while both get a row.
  await writer.query('begin')
  await writer.query('lock table events in access exclusive mode')
  const file = newFile()
  const running = backup({ ...here, database, file })
  const waiting = `select count(*)::int as waiting from pg_locks join pg_database on oid = database
                   where not granted and datname = current_database()`
  await vi.waitFor(async () => expect((await watcher.query(waiting)).rows).toEqual([{ waiting: 1 }]))
  await writer.query(`insert into projects (id, name, allowed_origins) values ('late', 'P', '{}')`)
  await writer.query(`insert into events (project_id, id, type, event, properties, domain, timestamp, received_at)
                      values ('late', gen_random_uuid(), 'track', 'E', '{}', 'd', now(), now())`)
  await writer.query('commit')
  expect(await running).toMatchObject({ rows: 0 })
  await restore({ ...here, database: copy, file, replace: false })
  await Promise.all([writer.end(), watcher.end()])
})

describe('what is not to be restored', () => {
  let database: Database
  let content: unknown
  let whole: string
  beforeAll(async () => {
    database = await embedded()
    await fill(database)
    const file = newFile('ndjson')
    await backup({ ...here, database, file })
    content = await contentOf(database)
    whole = await readFile(file, 'utf8')
  })
  const tryIt = async (text: string | Buffer) => {
    const file = newFile(typeof text === 'string' ? 'ndjson' : 'ndjson.gz')
    await writeFile(file, text)
    return restore({ ...here, database, file, replace: true }).catch((error: unknown) => error)
  }

  test('[F17] a file that was cut off or changed anywhere is refused, and nothing is changed', async () => {
    const bytes = Buffer.from(whole)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.boolean(), async (at, isCut) => {
        const changed = Buffer.from(bytes)
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
        const text = (isCut ? bytes.subarray(0, at) : changed).toString('latin1')
        const file = newFile('ndjson')
        await writeFile(file, text, 'latin1')
        // Without the last line end, all is there.
        if (isCut && at === bytes.length - 1) return
        await expect(restore({ ...here, database, file, replace: true })).rejects.toMatchObject({
          code: expect.stringMatching(/^backup_(damaged|newer)$/),
        })
      }),
      { numRuns: process.env.FOYER_FULL ? 150 : 50 },
    )
    for (const text of ['', '{}', `${whole}{"table":"x","columns":[]}\n`, whole.split('\n').slice(1).join('\n')]) {
      expect(await tryIt(text)).toMatchObject({ code: 'backup_damaged' })
    }
    const packed = gzipSync(whole)
    expect(await tryIt(packed.subarray(0, packed.length >> 1))).toMatchObject({
      code: 'backup_damaged',
    })
    expect(await tryIt(Buffer.from(whole))).toMatchObject({ code: 'backup_damaged' })
    expect(await contentOf(database)).toEqual(content)
  })

  test('[F17] rows that the database refuses leave it as it was', async () => {
    const text = signed([
      '{"format":"foyer-backup","version":1,"schema":1}',
      '{"table":"projects","columns":["id","name","allowed_origins"]}',
      '{"row":{"id":"a","name":"A","allowed_origins":[]}}',
      '{"row":{"id":"a","name":"A","allowed_origins":[]}}',
    ])
    expect(await tryIt(text)).toMatchObject({ code: 'backup_refused' })
    expect(await contentOf(database)).toEqual(content)
  })

  test.each([
    ['a newer form', ['{"format":"foyer-backup","version":2,"schema":1}']],
    ['newer tables', ['{"format":"foyer-backup","version":1,"schema":9999999999999}']],
    ['a table that is not known', ['{"format":"foyer-backup","version":1,"schema":1}', '{"table":"x","columns":[]}']],
    [
      'a column that is not known',
      ['{"format":"foyer-backup","version":1,"schema":1}', '{"table":"projects","columns":["id","x"]}'],
    ],
  ])('[F17] one of %s is refused', async (_, lines) => {
    expect(await tryIt(signed(lines))).toMatchObject({ code: 'backup_newer' })
    expect(await contentOf(database)).toEqual(content)
  })

  test('[F17] into a database that holds something it goes only with --replace', async () => {
    const file = newFile()
    const empty = await onPostgres()
    await backup({ ...here, database: empty, file })
    await expect(restore({ ...here, database, file, replace: false })).rejects.toMatchObject({
      code: 'backup_not_empty',
      message: expect.stringContaining('--replace'),
    })
    await restore({ ...here, database, file, replace: true })
    expect(await contentOf(database)).toEqual(await contentOf(empty))
  })
})

test('[F17] of an older release, what it had no word for becomes what the tables say by themselves', async () => {
  const database = await onPostgres()
  const file = newFile('ndjson')
  await writeFile(
    file,
    signed([
      '{"format":"foyer-backup","version":1,"schema":1}',
      '{"table":"projects","columns":["id","name","allowed_origins","analytics_enabled","created_at"]}',
      '{"row":{"id":"a","name":"A","allowed_origins":["https://a.example"],"analytics_enabled":true,"created_at":"2026-01-01T00:00:00+00:00"}}',
    ]),
  )
  await restore({ ...here, database, file, replace: false })
  expect(await database.orm.select().from(schema.projects)).toMatchObject([
    { id: 'a', allowedOrigins: ['https://a.example'], vouchedOrigins: [], analyticsEnabled: true, development: false },
  ])
})

test('a file that exists, or a folder that does not, is reported; nothing is left behind', async () => {
  const database = await onPostgres()
  const file = newFile()
  await backup({ ...here, database, file })
  await expect(backup({ ...here, database, file })).rejects.toMatchObject({ code: 'backup_exists' })
  await expect(backup({ ...here, database, file: join(folder, 'nowhere', 'b') })).rejects.toMatchObject({
    code: 'backup_file',
  })
  await expect(restore({ ...here, database, file: join(folder, 'nowhere'), replace: false })).rejects.toMatchObject({
    code: 'backup_file',
  })
  expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
})

/** A file of these lines that is as it was written. */
function signed(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('')
  const rows = lines.filter((line) => line.startsWith('{"row":')).length
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ end: { rows, sha256 } })}\n`
}
