import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@foyer/service/db/database'
import { awayReason } from '@foyer/service/db/watchPool'
import { canMount, mountSmallDisk, type SmallDisk } from '@foyer/service-testing/smallDisk'
import { type RunningPostgres, startPostgres } from '@foyer/service-testing/startPostgres'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { demo, openApi, openTestDatabase } from '../test/openApi.js'
import { events, projects } from './schema/index.js'

let disk: SmallDisk
let postgres: RunningPostgres | undefined
let database: Database | undefined
afterEach(async () => {
  await database?.close()
  await postgres?.stop()
  database = postgres = undefined
  await disk.remove()
})

/** The API on a disk, and a visitor who writes four kilobytes at a time. */
async function openOn(database: Database) {
  const api = await openApi({ database, projects: [demo, { ...demo, id: 'other' }] })
  const sent: { id: string; status: number; retryAfter: string | null }[] = []
  const write = async () => {
    const eventId = randomUUID()
    // Random, or it would be compressed.
    const properties = { text: randomBytes(1_800).toString('base64') }
    const props = { type: 'track', event: 'MODAL_OPEN', properties }
    const place = { url: 'https://d.example/', domain: 'd.example', timestamp: 1_767_225_600_000 }
    const answer = await api.post('/e?projectId=demo&st=appkit&sv=x', { eventId, ...place, props })
    const last = { id: eventId, status: answer.status, retryAfter: answer.headers.get('retry-after') }
    sent.push(last)
    api.time += 1_000
    return last
  }
  const writeUntil = async (status: number) => {
    for (let tries = 0; tries < 500; tries += 1) if ((await write()).status === status) return
    expect.fail(`No answer was ${status}.`)
  }
  /** Asks for what is looked up, not remembered: a project that isn't there. */
  const read = async () => (await api.get(`/getAnalyticsConfig?projectId=${randomUUID()}`)).status
  const expectWhole = async ({ orm } = database) => {
    const kept = await orm.select({ id: events.id }).from(events)
    const taken = sent.filter(({ status }) => status === 202)
    expect(kept.map(({ id }) => id).sort()).toEqual(taken.map(({ id }) => id).sort())
    const [{ status, retryAfter } = expect.fail()] = sent.filter((each) => each.status !== 202)
    expect([status, retryAfter]).toEqual([503, '1'])
    expect(sent.every((each) => each.status === 202 || each.status === 503)).toBe(true)
  }
  const nameOfOther = () => database.orm.select({ name: projects.name }).from(projects).where(eq(projects.id, 'other'))
  return { write, writeUntil, read, expectWhole, nameOfOther }
}

// A disk of its own can only be had where this process may mount one.
describe.runIf(canMount())('a full disk', () => {
  test('of PostgreSQL: writes are answered 503, reads go on, and with room again nothing is lost or half done', async () => {
    disk = await mountSmallDisk({ megabytes: 96 })
    postgres = await startPostgres({ within: disk.path })
    database = await openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() })
    const { write, writeUntil, read, expectWhole, nameOfOther } = await openOn(database)
    await writeUntil(202)
    await disk.fill()
    await writeUntil(503)
    expect(await read()).toBe(401)
    const half = database.orm.transaction(async (within) => {
      await within.execute(sql`update projects set name = 'half' where id = 'other'`)
      await within.execute(sql`create table half as select repeat('x', 9000) from generate_series(1, 99999)`)
    })
    expect(awayReason(await half.catch((cause: unknown) => cause))).toBe('refuses')
    await disk.makeRoom()
    expect((await write()).status).toBe(202)
    expect(await nameOfOther()).toEqual([{ name: 'Demo' }])
    await expectWhole()
  })

  test('of the embedded database: the same; ended by it, it holds nothing up, and is opened again once there is room', async () => {
    disk = await mountSmallDisk({ megabytes: 160 })
    database = await openTestDatabase({ kind: 'directory', path: disk.path })
    const { orm } = database
    const { write, writeUntil, read, expectWhole, nameOfOther } = await openOn(database)
    await writeUntil(202)
    await disk.fill()
    await writeUntil(503)
    expect(await read()).toBe(401)
    // Its log needs another file, and it ends.
    await orm.execute(sql`select pg_switch_wal()`)
    const lost = orm.transaction((within) => within.execute(sql`update projects set name = 'lost' where id = 'other'`))
    expect(awayReason(await lost.catch((cause: unknown) => cause))).not.toBeNull()
    expect([(await write()).status, await read()]).toEqual([503, 503])
    await disk.makeRoom()
    await expect.poll(read).toBe(401)
    expect((await write()).status).toBe(202)
    expect(await nameOfOther()).toEqual([{ name: 'Demo' }])
    await expectWhole()
    // The folder is whole for the next start too, which says so where there is no room for it.
    await database.close()
    await disk.fill()
    const location = { kind: 'directory', path: disk.path } as const
    await expect(openTestDatabase(location)).rejects.toMatchObject({ message: expect.stringContaining('Make room') })
    await disk.makeRoom()
    database = await openTestDatabase(location)
    await expectWhole(database)
  })
})
