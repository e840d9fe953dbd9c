import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { runRound } from '@foyer/service-testing/runRound'
import { startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../db/schema/index.js'
import { startServer } from '../start.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { createEventKeeping } from './eventKeeping.js'
import { dropPartitions, makePartitions } from './partitions.js'

waitForRedis()

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

const hourMs = 3_600_000
const noon = Date.parse('2026-04-01T12:00:00Z')

interface Kept {
  projectId: string
  at: number
  count: number
  type?: string
}

const rowsOf = ({ projectId, at, count, type = 'track' }: Kept) =>
  Array.from({ length: count }, () => ({
    projectId,
    id: crypto.randomUUID(),
    type,
    event: 'MODAL_OPEN',
    properties: {},
    domain: 'dapp.example',
    timestamp: new Date(at),
    receivedAt: new Date(at),
  }))

/** As a client's kit sends it. */
async function takeEvent({
  api,
  id,
  projectId = 'demo',
  name = '1',
}: {
  api: TestApi
  id: string
  projectId?: string
  name?: string
}) {
  const props = { type: 'track', event: 'MODAL_OPEN', properties: {} } as const
  const event = { eventId: id, url: '', domain: 'dapp.example', timestamp: 0, props }
  return api.services.events.take({ project: await api.services.projects.read(projectId), event, client: name })
}

const Names = v.object({ rows: v.array(v.object({ name: v.string() })) })

/** @returns their days */
async function partitionsOf({ orm }: Pick<Database, 'orm'>): Promise<readonly string[]> {
  const found = await orm.execute(sql`
    select replace(inhrelid::regclass::text, 'events_', '') as name
    from pg_inherits where inhparent = 'events'::regclass order by name`)
  return v.parse(Names, found).rows.map(({ name }) => name)
}

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('events on $name', ({ open }) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    api = await openApi({ database, projects: [demo, { ...demo, id: 'other' }] })
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await dropPartitions({ orm: database.orm, before: Infinity })
  })

  const keep = async (rows: Kept) => {
    await makePartitions({ orm: database.orm, moments: [rows.at], days: 90 })
    await database.orm.insert(events).values(rowsOf(rows))
  }
  const clean = ({ days, now }: { days: number; now: number }) =>
    runRound((clock) => createEventKeeping({ orm: database.orm, days, clock, log: api.services.log }), now)
  const moments = async () => {
    const rows = await database.orm.select({ at: events.receivedAt }).from(events).orderBy(events.receivedAt)
    return rows.map(({ at }) => at.toISOString())
  }

  test('are dropped by whole days when the last of them is old enough, and nothing younger, by two nodes at once', async () => {
    const midnight = Date.parse('2026-01-02T00:00:00Z')
    for (const at of [midnight - 24 * hourMs, midnight - 1, midnight]) {
      await keep({ projectId: 'demo', at, count: 1 })
      await keep({ projectId: 'other', at, count: 1 })
    }
    const over = midnight + 90 * 24 * hourMs
    await clean({ days: 90, now: over - 1 })
    expect(await moments()).toHaveLength(6)
    await Promise.all([clean({ days: 90, now: over }), clean({ days: 90, now: over })])
    expect(await moments()).toEqual(['2026-01-02T00:00:00.000Z', '2026-01-02T00:00:00.000Z'])
    expect(await partitionsOf(database)).toEqual(['20260102', '20260401', '20260402', '20260403', '20260404'])
    expect(api.logged.filter((line) => line.includes('background'))).toEqual([])
  })

  test('a day without a partition gets one by the first write, of two nodes at once too', async () => {
    const nodes = [api, await openApi({ database })]
    const stored = nodes.map((node, index) => {
      node.time = noon
      return takeEvent({ api: node, id: crypto.randomUUID(), name: `${index}` })
    })
    expect(await Promise.all(stored)).toEqual([true, true])
    expect(await moments()).toHaveLength(2)
    expect(await partitionsOf(database)).toEqual(['20260401'])
  })

  test('an event that is sent again is kept once: on its day, and the day after', async () => {
    const id = crypto.randomUUID()
    const beforeMidnight = Date.parse('2026-04-01T23:59:59.999Z')
    for (const time of [beforeMidnight - hourMs, beforeMidnight, beforeMidnight + 1]) {
      api.time = time
      expect(await takeEvent({ api, id })).toBe(true)
    }
    expect(await database.orm.select({ id: events.id }).from(events)).toEqual([{ id }])
    // Another project's own are its own.
    await takeEvent({ api, id, projectId: 'other' })
    expect(await database.orm.$count(events)).toBe(2)
  })

  test('go with their project', async () => {
    await api.services.projects.seed([{ ...demo, id: 'brief' }])
    await keep({ projectId: 'brief', at: noon, count: 2 })
    await keep({ projectId: 'demo', at: noon, count: 1 })
    await database.orm.execute(sql`delete from projects where id = 'brief'`)
    expect(await database.orm.select({ projectId: events.projectId }).from(events)).toEqual([{ projectId: 'demo' }])
  })

  test('are counted by the day of UTC, analytics and errors apart', async () => {
    const midnight = Date.parse('2026-04-01T00:00:00Z')
    await keep({ projectId: 'demo', at: midnight - 1, count: 3 })
    await keep({ projectId: 'demo', at: midnight, count: 2 })
    await keep({ projectId: 'demo', at: midnight + hourMs, count: 4, type: 'error' })
    await keep({ projectId: 'other', at: midnight, count: 7 })
    const from = new Date(midnight - 24 * hourMs)
    expect(await api.services.events.days({ projectId: 'demo', from })).toEqual([
      { day: '2026-03-31', analytics: 3, errors: 0 },
      { day: '2026-04-01', analytics: 2, errors: 4 },
    ])
    expect(await api.services.events.days({ projectId: 'demo', from: new Date(midnight) })).toHaveLength(1)
  })
})

test('a long read, such as a backup, stops no partition from being made and no write; dropping gives up until it is over', async () => {
  const database = await openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() })
  const api = await openApi({ database })
  const { orm } = database
  api.time = noon
  await takeEvent({ api, id: crypto.randomUUID() })
  const logged = await orm.transaction(
    async (reading) => {
      expect(await reading.$count(events)).toBe(1)
      // The next day has no partition.
      api.time = noon + 24 * hourMs
      await takeEvent({ api, id: crypto.randomUUID() })
      expect(await orm.$count(events)).toBe(2)
      const dropping = dropPartitions({ orm, before: noon + 12 * hourMs })
      const [refused] = await Promise.allSettled([dropping, takeEvent({ api, id: crypto.randomUUID() })])
      return refused
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  expect(logged).toMatchObject({ status: 'rejected', reason: { cause: { code: '55P03' } } })
  expect(await orm.$count(events)).toBe(3)
  // A writer of projects is no obstacle: dropping takes no lock of theirs.
  await orm.transaction(async (writing) => {
    await writing.execute(sql`update projects set name = 'New' where id = 'demo'`)
    await dropPartitions({ orm, before: noon + 12 * hourMs })
  })
  expect(await partitionsOf(database)).toEqual(['20260402'])
  expect(await orm.$count(events)).toBe(2)
  await database.close()
})

test('[S8.43] five errors within a minute are all that a client may send, whichever node it uses', async () => {
  const redis = await startRedis()
  const database = { kind: 'postgres', url: await postgres.createDatabase() } as const
  const start = () => startServer({ port: 0, logLevel: 'silent', database, redisUrl: redis.url, projects: [demo] })
  const nodes = [await start(), await start()]
  try {
    const send = async (index: number) => {
      const props = { type: 'error', event: 'API_ERROR', errorType: 'E', errorMessage: 'm', stackTrace: 's' }
      const event = { eventId: crypto.randomUUID(), url: '', domain: 'dapp.example', timestamp: Date.now(), props }
      const answer = await fetch(`${nodes[index % 2]?.url}/e?projectId=demo`, {
        method: 'POST',
        body: JSON.stringify(event),
      })
      return answer.status
    }
    const statuses = []
    for (let index = 0; index < 7; index++) statuses.push(await send(index))
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429])
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    await redis.stop()
  }
})
