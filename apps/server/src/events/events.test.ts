import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.js'
import { events } from '../db/schema/index.js'
import { type RunningPostgres, startPostgres } from '../db/test/startPostgres.js'
import { startRedis } from '../redis/test/startRedis.js'
import { waitForRedis } from '../redis/test/waitForRedis.js'
import { startServer } from '../start.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { runRound } from '../test/runRound.js'
import { createEventKeeping } from './eventKeeping.js'

waitForRedis()

let postgres: RunningPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

const hourMs = 3_600_000
const noon = Date.parse('2026-04-01T12:00:00Z')

describe.each([
  { name: 'the embedded database', open: () => openTestDatabase() },
  {
    name: 'PostgreSQL',
    open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
  },
])('events on $name', ({ open }) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
    api = await openApi({ database, projects: [demo, { ...demo, id: 'other' }] })
  })
  afterAll(() => database?.close())
  beforeEach(() => database.orm.delete(events))

  const keep = async ({
    projectId,
    at,
    count,
    type = 'track',
  }: {
    projectId: string
    at: number
    count: number
    type?: string
  }) => {
    const rows = Array.from({ length: count }, () => ({
      projectId,
      id: crypto.randomUUID(),
      type,
      event: 'MODAL_OPEN',
      properties: {},
      domain: 'dapp.example',
      timestamp: new Date(at),
      receivedAt: new Date(at),
    }))
    await database.orm.insert(events).values(rows)
  }
  const clean = (days: number) =>
    runRound((clock) => createEventKeeping({ orm: database.orm, days, clock, log: api.services.log }), noon)

  test('are forgotten after so many days, of all projects, however many there are', async () => {
    await keep({ projectId: 'demo', at: noon - 91 * 24 * hourMs, count: 2_500 })
    await keep({ projectId: 'other', at: noon - 90 * 24 * hourMs - 1, count: 1 })
    await keep({ projectId: 'other', at: noon - 90 * 24 * hourMs, count: 1 })
    await keep({ projectId: 'demo', at: noon, count: 1 })
    await clean(90)
    const left = await database.orm.select({ projectId: events.projectId }).from(events).orderBy(events.projectId)
    expect(left).toEqual([{ projectId: 'demo' }, { projectId: 'other' }])
    await clean(1)
    expect(await database.orm.$count(events)).toBe(1)
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
