import { EventBody } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../db/schema/index.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

const quiet = { ...demo, id: 'quiet', analyticsEnabled: false }
const making = { ...demo, id: 'making', development: true }

const query = (projectId: string) => `?projectId=${projectId}&st=appkit&sv=react-evm-1.7.6`
const page = { origin: 'https://dapp.example', 'content-type': 'text/plain;charset=UTF-8' }

const opened = {
  eventId: '5f0d5f6e-7b36-4f4f-9d86-7d9f0e7b1c11',
  url: 'https://dapp.example/vault?token=canary-token',
  domain: 'dapp.example',
  timestamp: 1_700_000_000_123,
  props: {
    type: 'track',
    event: 'MODAL_OPEN',
    properties: { connected: true },
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  },
}
const failed = {
  ...opened,
  eventId: '5f0d5f6e-7b36-4f4f-9d86-7d9f0e7b1c12',
  timestamp: '2026-01-01T00:00:00.500Z',
  props: { type: 'error', event: 'API_ERROR', errorType: 'HttpError', errorMessage: 'status 500', stackTrace: 'at x' },
}

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('on $name', ({ open }) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(events)
    api = await openApi({ database, projects: [demo, quiet, making] })
  })
  const stored = () => database.orm.select().from(events).orderBy(events.id)

  test('[S7.27 S7.28] returns the allowed origins, also to a page that is none of them', async () => {
    const answer = await api.get(`/projects/v1/origins${query('demo')}`, { origin: 'https://elsewhere.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example')
    expect(await answer.json()).toEqual({ allowedOrigins: ['https://dapp.example', 'https://*.preview.example'] })
    const own = await api.get(`/projects/v1/origins${query('making')}`)
    expect(await own.json()).toMatchObject({ allowedOrigins: expect.arrayContaining(['http://*.localhost:*']) })
  })

  test('[S7.29 S7.30] returns whether analytics is on', async () => {
    const settings = async (id: string) => (await api.get(`/getAnalyticsConfig${query(id)}`, page)).json()
    expect(await settings('demo')).toEqual({ isAnalyticsEnabled: true })
    expect(await settings('quiet')).toEqual({ isAnalyticsEnabled: false })
  })

  test('[S7.31 S7.32] keeps analytics and telemetry once each, without the addresses of visitor and page', async () => {
    for (const event of [opened, failed, opened]) {
      const answer = await api.post(`/e${query('demo')}`, event, page)
      expect([answer.status, await answer.json()]).toEqual([202, { stored: true }])
    }
    expect(await stored()).toEqual([
      {
        projectId: 'demo',
        id: opened.eventId,
        type: 'track',
        event: 'MODAL_OPEN',
        properties: { connected: true },
        domain: 'dapp.example',
        timestamp: new Date(1_700_000_000_123),
        receivedAt: new Date('2026-01-01T00:00:00Z'),
      },
      expect.objectContaining({
        id: failed.eventId,
        type: 'error',
        event: 'API_ERROR',
        properties: { errorType: 'HttpError', errorMessage: 'status 500', stackTrace: 'at x' },
        timestamp: new Date('2026-01-01T00:00:00.500Z'),
      }),
    ])
  })

  test('[F28] keeps nothing of what is a visitor’s own, in whichever field a kit sends it', async () => {
    const { address } = opened.props
    const uri = `wc:${'7f'.repeat(32)}@2?symKey=${'ab'.repeat(32)}`
    const sent = { message: `of ${address}`, uri, address, cursor: 'ada@lovelace.example', [address]: [address] }
    const errorMessage = `${address} ${uri}`
    for (const props of [
      { ...opened.props, event: 'CONNECT_PROXY_ERROR', properties: sent },
      { ...failed.props, errorMessage, stackTrace: `Error: ${errorMessage}\n at x`, errorType: 'HttpError' },
    ]) {
      const event = { ...failed, eventId: crypto.randomUUID(), props }
      expect((await api.post(`/e${query('demo')}`, event, page)).status).toBe(202)
    }
    const kept = JSON.stringify(await stored())
    expect(kept).toContain('HttpError')
    for (const secret of [address, '7f7f7f7f', 'abababab', 'ada@']) expect(kept).not.toContain(secret)
  })

  test('[S7.31] keeps nothing of a project whose analytics is off, and says so', async () => {
    for (const event of [opened, failed]) {
      const answer = await api.post(`/e${query('quiet')}`, event, page)
      expect([answer.status, await answer.json()]).toEqual([202, { stored: false }])
    }
    expect(await stored()).toEqual([])
  })

  test('[S8.43] keeps five errors within a minute of a client, and answers the sixth with when to retry', async () => {
    const send = (index: number) =>
      api.post(`/e${query('demo')}`, { ...failed, eventId: `5f0d5f6e-7b36-4f4f-9d86-7d9f0e7b1c2${index}` }, page)
    for (let index = 0; index < 5; index++) {
      expect((await send(index)).status).toBe(202)
      api.time += 10_000
    }
    const sixth = await send(5)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await api.post(`/e${query('demo')}`, opened, page)).status).toBe(202)
    expect(await stored()).toHaveLength(6)
    api.time += 10_000
    expect([(await send(5)).status, (await send(6)).status]).toEqual([202, 429])
  })

  test.each([
    ['eventId', { ...opened, eventId: 'x' }],
    ['timestamp', { ...opened, timestamp: 9e15 }],
    ['timestamp', { ...opened, timestamp: 'yesterday' }],
    ['domain', { ...opened, domain: 'd'.repeat(254) }],
    ['domain', { ...opened, domain: 'a\u0000b' }],
    ['props', { ...opened, props: { ...opened.props, properties: { deep: ['\ud800'] } } }],
    ['body', 'no json'],
    ['url', { ...opened, url: undefined }],
  ])('names what is wrong with an event: %s', async (name, event) => {
    const answer = await api.post(`/e${query('demo')}`, event, page)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ status: 'FAILED', reasons: [{ name }] })
    expect(await stored()).toEqual([])
  })

  test('keeps texts that only look like escapes, and emoji', async () => {
    const properties = { path: 'C:\\u0000', smile: '😀', quote: '\\\\ud800' }
    await api.post(`/e${query('demo')}`, { ...opened, props: { ...opened.props, properties } }, page)
    expect(await stored()).toMatchObject([{ properties }])
  })

  test('of an event 4 KiB are kept: more of analytics is refused, and of an error its first lines are kept', async () => {
    const tracked = (length: number) => ({
      ...opened,
      props: { ...opened.props, properties: { text: 'x '.repeat(length / 2) } },
    })
    const send = async (event: unknown) => (await api.post(`/e${query('demo')}`, event, page)).status
    expect([await send(tracked(16 * 1024)), await send(tracked(4096)), await send(tracked(4000))]).toEqual([
      413, 413, 202,
    ])
    const props = { ...failed.props, errorMessage: 'm '.repeat(1024), stackTrace: 's '.repeat(4096) }
    expect(await send({ ...failed, props })).toBe(202)
    const kept = await stored()
    expect(kept.map(({ properties }) => JSON.stringify(properties).length <= 4096)).toEqual([true, true])
  })

  test('a flood of events of one client ends at 1,000, and of a project at 8 MiB; others are kept', async () => {
    const text = 'x '.repeat(1_900)
    const project = await api.services.projects.read('demo')
    const send = async (index: number, remote: string) => {
      const props = { ...opened.props, properties: { text } }
      const eventId = `5f0d5f6e-7b36-4f4f-9d86-${String(index).padStart(12, '0')}`
      const event = v.parse(EventBody, { ...opened, eventId, props })
      return api.services.events.take({ project, event, client: remote })
    }
    const flood = await Promise.allSettled(Array.from({ length: 1_100 }, (_, index) => send(index, '203.0.113.1')))
    expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(1_000)
    const more = await Promise.allSettled(Array.from({ length: 1_100 }, (_, index) => send(2_000 + index, `${index}`)))
    expect(more.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(1_100)
    const bytes = (await stored()).reduce((sum, { properties }) => sum + JSON.stringify(properties).length, 0)
    expect(bytes).toBeLessThan(8 * 1024 * 1024)
  })

  test('configuration creates projects, and changes those that it names again', async () => {
    api = await openApi({ database, projects: [{ ...quiet, analyticsEnabled: true }] })
    expect(await (await api.get(`/getAnalyticsConfig${query('quiet')}`)).json()).toEqual({ isAnalyticsEnabled: true })
    expect((await api.get(`/getAnalyticsConfig${query('making')}`)).status).toBe(200)
  })

  test('[S8.29] says which of the two is wrong, the project or the origin, so that the page can read it', async () => {
    const ask = async (id: string, origin: string) => {
      const answer = await api.get(`/getAnalyticsConfig${query(id)}`, { origin })
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      return [answer.status, await answer.json()]
    }
    const refused = (name: string, description: string) => ({ status: 'FAILED', reasons: [{ name, description }] })
    const badKey = [401, refused('projectId', 'Unauthorized: invalid key')]
    const badOrigin = [403, refused('origin', 'Unauthorized: origin not allowed')]
    expect(await ask('nobody', 'https://dapp.example')).toEqual(badKey)
    expect(await ask('', 'https://dapp.example')).toEqual(badKey)
    expect(await ask('demo%27%20or%201', 'https://dapp.example')).toEqual(badKey)
    expect(await ask('demo', 'https://dapp.example.evil.example')).toEqual(badOrigin)
    expect(await ask('demo', 'null')).toEqual(badOrigin)
    expect(await ask('demo', 'http://localhost:3000')).toEqual(badOrigin)
    expect((await ask('making', 'http://localhost:3000'))[0]).toBe(200)
    expect((await ask('demo', 'https://a.preview.example'))[0]).toBe(200)
    const posted = await api.post(`/e${query('demo')}`, opened, { ...page, origin: 'https://evil.example' })
    expect(posted.status).toBe(403)
    expect(await stored()).toEqual([])
  })
})
