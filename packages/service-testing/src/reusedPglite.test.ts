import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, test } from 'vitest'
import { reusePglite } from './reusedPglite.js'

const held = new Set<PGlite>()
afterEach(async () => {
  for (const client of held) if (!client.closed) await client.close()
  held.clear()
})

const start = () => {
  const opened: PGlite[] = []
  const openEmpty = reusePglite(async () => {
    const client = await PGlite.create('memory://')
    await client.exec("create table things (id serial primary key, name text default 'none')")
    opened.push(client)
    held.add(client)
    return client
  })
  return { opened, openEmpty }
}

const everyChange = [
  'alter table things add other int',
  "alter table things alter name set default 'other'",
  'drop table things; create table things (id serial primary key, name text)',
  'create index on things (name)',
  'alter table things add check (id > 0)',
  "create function one() returns int language sql as 'select 1'",
  "select nextval('things_id_seq')",
  "alter database postgres set work_mem = '1MB'",
  'delete from drizzle.__server_migrations',
]

/** Each needs a new database after it. FOYER_FULL=1: all of them. Else one of the columns, one of the journal's rows. */
const changes = process.env.FOYER_FULL ? everyChange : [...everyChange.slice(0, 1), ...everyChange.slice(-1)]

const insert = "insert into things (name) values ('mine')"

test('one that was closed is given again, with nothing of what was written, made or set', async () => {
  const { opened, openEmpty } = start()
  const first = await openEmpty()
  await first.exec(insert)
  await first.exec('create table mine (id int); create schema others; drop schema others')
  await first.exec(
    "set search_path to pg_catalog; prepare ours as select 1; listen things; select set_config('a.b', 'c', false)",
  )
  await first.exec(`begin; insert into public.things (name) values ('never committed')`)
  await first.close()
  const second = await openEmpty()
  expect(opened).toEqual([second])
  expect((await second.query('select * from things')).rows).toEqual([])
  expect((await second.query(`${insert} returning id`)).rows).toEqual([{ id: 1 }])
  expect((await second.query("select to_regclass('mine') as mine, current_setting('a.b', true) as ab")).rows).toEqual([
    { mine: null, ab: '' },
  ])
  await expect(second.exec('execute ours')).rejects.toThrow('ours')
})

test('one whose tables, functions or settings are others is not', async () => {
  const { opened, openEmpty } = start()
  for (const [index, change] of changes.entries()) {
    const client = await openEmpty()
    expect([change, opened.length]).toEqual([change, index + 1])
    await client.exec(change)
    await client.close()
  }
  await openEmpty()
  expect(opened).toHaveLength(changes.length + 1)
})

test('two at once are two, and one of them is given again', async () => {
  const { opened, openEmpty } = start()
  const both = await Promise.all([openEmpty(), openEmpty()])
  await Promise.all(both.map((each) => each.close()))
  await openEmpty()
  expect(opened).toHaveLength(2)
  await openEmpty()
  expect(opened).toHaveLength(3)
})
