import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@foyer/service/db/database'
import type { Redis } from '@foyer/service/redis/redis'
import { openRedis } from '@foyer/service/redis/redis'
import { type RunningPostgres, startPostgres } from '@foyer/service-testing/startPostgres'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { sql } from 'drizzle-orm'
import { Redis as Connection } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './db/openDatabase.js'
import { events } from './db/schema/index.js'
import { migrationsFolder } from './migrationsFolder.js'
import { openApi, type TestApi } from './test/openApi.js'

/** FOYER_FULL=1: a minute; else as long as it takes to see it. */
const awayMs = process.env.FOYER_FULL ? 60_000 : 500
/** Between two visits of whoever asks meanwhile. */
const visitEveryMs = awayMs / 20

let postgres: RunningPostgres
let server: RunningRedis
let database: Database
let redis: Redis
let api: TestApi
/** Why each of the two was last said to be away. */
const lostBy: { postgres?: unknown; redis?: unknown } = {}
let time = Date.now()
beforeAll(async () => {
  ;[postgres, server] = await Promise.all([startPostgres(), startRedis()])
  database = await openDatabase({
    location: { kind: 'postgres', url: await postgres.createDatabase() },
    migrationsFolder: migrationsFolder(),
    onLost(cause) {
      lostBy.postgres = cause
    },
  })
  redis = await openRedis({
    url: server.url,
    now: () => time,
    onAway(cause) {
      lostBy.redis = cause
    },
  })
  api = await openApi({ database, redis, burst: 100_000_000, config: { adminToken } })
})
afterAll(async () => {
  await Promise.all([redis?.close(), database?.close()])
  await Promise.all([postgres?.stop(), server?.stop()])
})
afterEach(() => {
  time += 10_000 // whatever was away is asked again
})

const adminToken = 'a-token-of-this-test-0123456789'
const answerOf = async (asked: Promise<Response>) => {
  const { status, headers } = await asked
  return { status, retryAfter: headers.get('retry-after') }
}
const write = () => {
  const props = { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } }
  const place = { url: 'https://d.example/', domain: 'd.example', timestamp: 1_767_225_600_000 }
  return answerOf(api.post('/e?projectId=demo&st=appkit&sv=x', { eventId: randomUUID(), ...place, props }))
}
/** Known without the database, once it was asked for. */
const read = () => answerOf(api.get('/v1/supported-chains?projectId=demo', { origin: 'https://dapp.example' }))
/** Of what is looked up in the database each time. */
const lookUp = () => answerOf(api.get(`/getAnalyticsConfig?projectId=${randomUUID()}`))
/** Makes a request that must be counted, or isn't let through. */
const admin = () => answerOf(api.get('/admin/api/projects', { authorization: `Bearer ${adminToken}` }))
/** Until Redis counts again: a busy machine may take longer than the half second that it is given, and then it's asked again. */
const untilCounted = () =>
  expect
    .poll(async () => {
      time += 1_000
      return (await admin()).status
    })
    .toBe(200)
const countOf = async () => (await database.orm.select().from(events)).length

test('a PostgreSQL out of memory answers that write with 503 and Retry-After, keeps nothing of it, and takes the next', async () => {
  const { orm } = database
  await orm.execute(sql`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'out of memory' using errcode = '53200'; end $$`)
  await orm.execute(sql`create trigger fails after insert on events execute function fail()`)
  const before = await countOf()
  expect(await write()).toMatchObject({ status: 503, retryAfter: '1' })
  expect((await read()).status).toBe(200)
  await orm.execute(sql`drop trigger fails on events`)
  expect(await countOf()).toBe(before)
  expect((await write()).status).toBe(202)
  expect(await countOf()).toBe(before + 1)
})

test('a Redis of the limits without memory: reads are counted alone, what must be counted is closed, and both are as before after', async () => {
  const operator = new Connection(server.url)
  onTestFinished(() => operator.disconnect())
  expect((await read()).status).toBe(200)
  await untilCounted()
  await operator.config('SET', 'maxmemory', 1)
  expect([(await read()).status, (await write()).status]).toEqual([200, 202])
  expect(await admin()).toMatchObject({ status: 503, retryAfter: '60' })
  await operator.config('SET', 'maxmemory', 0)
  await untilCounted()
})

describe.each([
  ['away', 'kill', 'restart', /closed|ECONNREFUSED|ECONNRESET|isn't writeable/],
  ['frozen', 'freeze', 'thaw', /^Command timed out$/],
] as const)('a Redis of the limits that is %s', (_, lose, bring, why) => {
  test('holds no read up, closes what must be counted, and is counted with again when it is back', async () => {
    await untilCounted()
    lostBy.redis = undefined
    await server[lose]()
    try {
      const until = Date.now() + awayMs
      do {
        expect(await read()).toEqual({ status: 200, retryAfter: null })
        expect(await admin()).toMatchObject({ status: 503, retryAfter: '60' })
        time += 500
        await pause(visitEveryMs)
      } while (Date.now() < until)
      // What held nothing up: it said so itself, or half a second passed.
      expect(lostBy.redis).toMatchObject({ message: expect.stringMatching(why) })
    } finally {
      await server[bring]()
    }
    await untilCounted()
    expect((await read()).status).toBe(200)
  })
})

describe.each([
  ['away', 'halt', 'start', /terminat|ECONNREFUSED|ECONNRESET/],
  ['frozen', 'freeze', 'thaw', /^No answer within 500 ms$/],
] as const)('a PostgreSQL that is %s', (_, lose, bring, why) => {
  test('is said so by its silence and not by the driver’s limit, holds nothing up that needs none, and loses nothing', async () => {
    const before = await countOf()
    lostBy.postgres = undefined
    await postgres[lose]()
    try {
      const until = Date.now() + awayMs
      do {
        for (const ask of [write, lookUp]) expect(await ask()).toEqual({ status: 503, retryAfter: '1' })
        expect((await read()).status).toBe(200)
        await pause(visitEveryMs)
      } while (Date.now() < until)
      expect(lostBy.postgres).toMatchObject({ message: expect.stringMatching(why) })
    } finally {
      await postgres[bring]()
    }
    await expect.poll(async () => (await lookUp()).status).toBe(401)
    // What was sent to a frozen one may be done when it is back, and was answered as not known.
    expect(await countOf()).toBeGreaterThanOrEqual(before)
    expect((await write()).status).toBe(202)
  })
})
