import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, DatabaseLocation } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePartitions } from '../events/partitions.js'
import { migrationsFolder } from '../migrationsFolder.js'
import { openDatabase } from './openDatabase.js'
import { events, projects } from './schema/index.js'

const open = (location: DatabaseLocation) => openDatabase({ location, migrationsFolder: migrationsFolder() })

let postgres: LentPostgres
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-data-'))
  postgres = lendPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const aProject = { id: 'p', name: 'P', allowedOrigins: ['https://dapp.example'] }

const applied = async ({ orm }: Database) => {
  const result = await orm.execute(sql`select count(*)::int as steps from drizzle.__server_migrations`)
  return result
}

describe.each([
  { name: 'the embedded database', locate: async () => ({ kind: 'directory', path: join(folder, 'd') }) as const },
  { name: 'PostgreSQL', locate: async () => ({ kind: 'postgres', url: await postgres.createDatabase() }) as const },
])('$name', ({ locate }) => {
  test('makes its tables from nothing, keeps what they hold, and changes nothing the second time', async () => {
    const location = await locate()
    const first = await open(location)
    await first.orm.insert(projects).values(aProject)
    await makePartitions({ orm: first.orm, moments: [1_700_000_000_500], days: 90 })
    await first.orm.insert(events).values({
      projectId: 'p',
      id: '5f0d5f6e-7b36-4f4f-9d86-7d9f0e7b1c11',
      type: 'track',
      event: 'MODAL_OPEN',
      properties: { connected: false },
      domain: 'dapp.example',
      timestamp: new Date(1_700_000_000_000),
      receivedAt: new Date(1_700_000_000_500),
    })
    const steps = await applied(first)
    await first.close()

    const second = await open(location)
    expect(await applied(second)).toMatchObject({ rows: [...rowsOf(steps)] })
    expect(await second.orm.select().from(projects)).toMatchObject([{ ...aProject, development: false }])
    expect(await second.orm.select().from(events)).toMatchObject([
      { properties: { connected: false }, timestamp: new Date(1_700_000_000_000) },
    ])
    await second.ping()
    await second.close()
    await second.close()
    await expect(second.ping()).rejects.toMatchObject({ code: 'database_silent' })
  })

  test('takes an event only for a project that is there', async () => {
    const database = await open(await locate())
    await makePartitions({ orm: database.orm, moments: [0], days: 90 })
    const stray = { projectId: 'nobody', id: '5f0d5f6e-7b36-4f4f-9d86-7d9f0e7b1c12', type: 'track', event: 'E' }
    const insert = database.orm
      .insert(events)
      .values({ ...stray, properties: {}, domain: 'd', timestamp: new Date(0), receivedAt: new Date(0) })
    await expect(insert).rejects.toMatchObject({ cause: { code: '23503' } })
    await database.close()
  })
})

const countSteps = async () => (await readdir(migrationsFolder())).filter((name) => name.endsWith('.sql')).length

const rowsOf = (result: unknown): readonly unknown[] =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows) ? result.rows : []

test('several servers that start at once on an empty PostgreSQL take turns', async () => {
  const url = await postgres.createDatabase()
  const databases = await Promise.all([1, 2, 3, 4].map(() => open({ kind: 'postgres', url })))
  expect(rowsOf(await applied(databases[0] ?? expect.fail()))).toEqual([{ steps: await countSteps() }])
  await Promise.all(databases.map((database) => database.close()))
})

test('one folder serves one server at a time; the lock of a dead one is taken over', async () => {
  const path = join(folder, 'locked')
  const first = await open({ kind: 'directory', path })
  await expect(open({ kind: 'directory', path })).rejects.toMatchObject({
    code: 'database_in_use',
    message: expect.stringContaining('DATA_DIR'),
  })
  await first.close()
  await writeFile(join(path, 'server.lock'), '999999999')
  await (await open({ kind: 'directory', path })).close()
})

test('a PostgreSQL that ends a connection within a transaction fails the transaction, and nothing else', async () => {
  const { orm, close } = await open({ kind: 'postgres', url: await postgres.createDatabase() })
  const lost = orm.transaction(async (within) => {
    const [row] = rowsOf(await within.execute(sql`select pg_backend_pid() as pid`))
    const pid = typeof row === 'object' && row !== null && 'pid' in row ? Number(row.pid) : expect.fail('No pid.')
    await orm.execute(sql`select pg_terminate_backend(${pid}::int)`)
    // Between two queries there is no pending answer that the loss could fail.
    await expect
      .poll(async () => rowsOf(await orm.execute(sql`select 1 from pg_stat_activity where pid = ${pid}::int`)))
      .toEqual([])
    await within.insert(projects).values(aProject)
  })
  await expect(lost).rejects.toThrow()
  expect(await orm.select().from(projects)).toEqual([])
  await close()
})

test('an unreachable PostgreSQL is reported in a sentence, without the password', async () => {
  const url = 'postgres://foyer:sesame@127.0.0.1:1/foyer'
  const error = await open({ kind: 'postgres', url }).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'database_open', message: expect.stringContaining('ECONNREFUSED') })
  expect(String(error)).not.toContain('sesame')
})

test('a failed migration is reported, and leaves the folder free', async () => {
  const path = join(folder, 'broken')
  const opening = openDatabase({ location: { kind: 'directory', path }, migrationsFolder: join(folder, 'nowhere') })
  await expect(opening).rejects.toMatchObject({ code: 'database_migration' })
  await (await open({ kind: 'directory', path })).close()
})
