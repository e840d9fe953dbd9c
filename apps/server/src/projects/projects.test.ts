import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projects as table } from '../db/schema/index.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { ProjectChanges } from './project.js'
import { createUsage } from './usage.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

const page = { origin: 'https://dapp.example' }

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('projects on $name', ({ open }) => {
  let database: Database
  let api: TestApi
  let projects: TestApi['services']['projects']
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(table)
    api = await openApi({ database })
    projects = api.services.projects
  })
  const ask = (id: string) => api.get(`/getAnalyticsConfig?projectId=${id}`, page)

  test('are created once, read, changed in part and removed', async () => {
    const created = await projects.create({ ...demo, id: 'new', name: 'New', dailyRequests: 10 })
    expect(created).toMatchObject({ id: 'new', dailyRequests: 10, featuresOff: [], url: null })
    await expect(projects.create({ ...demo, id: 'new' })).rejects.toMatchObject({ code: 'project_exists' })
    const changed = await projects.change({
      id: 'new',
      changes: { featuresOff: ['swaps'], url: 'https://new.example' },
    })
    expect(changed).toEqual({ ...created, featuresOff: ['swaps'], url: 'https://new.example' })
    expect(await projects.read('new')).toEqual(changed)
    expect((await projects.list()).map(({ id }) => id)).toEqual(['demo', 'new'])
    await projects.remove('new')
    const unknown = { code: 'unknown_project', status: 404 }
    await expect(projects.read('new')).rejects.toMatchObject(unknown)
    await expect(projects.remove('new')).rejects.toMatchObject(unknown)
    await expect(projects.change({ id: 'new', changes: {} })).rejects.toMatchObject(unknown)
  })

  test('[S5.5] origins are allowed and disallowed one by one, also at the same time', async () => {
    const origins = Array.from({ length: 20 }, (_, index) => `https://dapp-${index}.example`)
    await Promise.all(origins.map((origin) => projects.change({ id: 'demo', changes: { allow: [origin] } })))
    expect((await projects.read('demo')).allowedOrigins.toSorted()).toEqual(
      [...demo.allowedOrigins, ...origins].toSorted(),
    )
    const answered = async (origin: string) =>
      (await api.get('/getAnalyticsConfig?projectId=demo', { origin })).status === 200
    expect(await answered('https://dapp-7.example')).toBe(true)
    const { allowedOrigins } = await projects.change({
      id: 'demo',
      changes: { disallow: [...origins, 'https://never.example'], allow: ['https://dapp.example'] },
    })
    expect(await answered('https://dapp-7.example')).toBe(false)
    expect(allowedOrigins).toEqual(demo.allowedOrigins)
    const many = Array.from({ length: 99 }, (_, index) => `https://many-${index}.example`)
    await expect(projects.change({ id: 'demo', changes: { allow: many } })).rejects.toMatchObject({ status: 400 })
  })

  test('[F11] pages are vouched for one by one, also at the same time, and none that isn’t allowed', async () => {
    const origins = Array.from({ length: 20 }, (_, index) => `https://p${index}.preview.example`)
    await Promise.all(origins.map((origin) => projects.change({ id: 'demo', changes: { vouch: [origin] } })))
    expect((await projects.read('demo')).vouchedOrigins.toSorted()).toEqual(origins.toSorted())
    const refused = { code: 'vouched_not_allowed', status: 400, reasons: [{ name: 'vouchedOrigins' }] }
    const strangers = { vouch: ['https://elsewhere.example'] }
    await expect(projects.change({ id: 'demo', changes: strangers })).rejects.toMatchObject(refused)
    await projects.change({ id: 'demo', changes: { ...strangers, allow: ['https://elsewhere.example'] } })
    await projects.change({ id: 'demo', changes: { unvouch: [...origins, 'https://never.example'] } })
    expect((await projects.read('demo')).vouchedOrigins).toEqual(['https://elsewhere.example'])
    const many = Array.from({ length: 100 }, (_, index) => `https://many-${index}.preview.example`)
    const tooMany = { code: 'too_many_origins', reasons: [{ name: 'vouchedOrigins' }] }
    await expect(projects.change({ id: 'demo', changes: { vouch: many } })).rejects.toMatchObject(tooMany)
  })

  test('[F11] an origin that is vouched for isn’t taken from those that are allowed, but together with that', async () => {
    const [origin, local] = ['https://dapp.example', 'http://localhost:5173']
    await projects.change({ id: 'demo', changes: { development: true, vouch: [origin, local] } })
    const before = await projects.read('demo')
    const left = { allowedOrigins: ['https://*.preview.example'] }
    for (const [changes, named] of [
      [{ disallow: [origin] }, origin],
      [left, origin],
      [{ allowedOrigins: [] }, origin],
      [{ development: false }, local],
      [{ disallow: [origin], unvouch: [local] }, origin],
    ] as const) {
      await expect(projects.change({ id: 'demo', changes: v.parse(ProjectChanges, changes) })).rejects.toMatchObject({
        ...{ code: 'vouched_not_allowed', message: expect.stringContaining(named) },
      })
      expect(await projects.read('demo')).toEqual(before)
    }
    await projects.change({ id: 'demo', changes: { disallow: [origin], unvouch: [origin] } })
    await projects.change({ id: 'demo', changes: { development: false, vouchedOrigins: [] } })
    expect(await projects.read('demo')).toMatchObject({ ...left, vouchedOrigins: [], development: false })
  })

  test('a change holds at once on this node, and on others within five seconds', async () => {
    const other = await openApi({ database, projects: [] })
    const settings = async (node: TestApi) => (await node.get('/getAnalyticsConfig?projectId=demo', page)).json()
    expect([await settings(api), await settings(other)]).toEqual(Array(2).fill({ isAnalyticsEnabled: true }))
    await projects.change({ id: 'demo', changes: { analyticsEnabled: false } })
    expect([await settings(api), await settings(other)]).toEqual([
      { isAnalyticsEnabled: false },
      { isAnalyticsEnabled: true },
    ])
    other.time += 4_999
    expect(await settings(other)).toEqual({ isAnalyticsEnabled: true })
    other.time += 1
    expect(await settings(other)).toEqual({ isAnalyticsEnabled: false })
  })

  test('a project that was just read is not read again, nor is an unknown id', async () => {
    let reads = 0
    const counting = new Proxy(database.orm, {
      get(orm, name, receiver) {
        if (name === 'select') reads += 1
        return Reflect.get(orm, name, receiver)
      },
    })
    const node = await openApi({ database: { ...database, orm: counting }, projects: [] })
    await Promise.all(Array.from({ length: 50 }, () => node.get('/v1/supported-chains?projectId=demo')))
    await Promise.all(Array.from({ length: 50 }, () => node.get('/v1/supported-chains?projectId=nobody')))
    expect(reads).toBe(2)
    await node.services.projects.create({ ...demo, id: 'nobody' })
    expect((await node.get('/v1/supported-chains?projectId=nobody')).status).toBe(200)
  })

  test('a quota of the day is answered with 429 until the day is over, for every client', async () => {
    await projects.create({ ...demo, id: 'small', dailyRequests: 3 })
    api.time = Date.parse('2026-03-01T23:59:50.500Z')
    for (const status of [200, 200, 200, 429, 429]) expect((await ask('small')).status).toBe(status)
    const refused = await ask('small')
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await refused.json()).toMatchObject({ reasons: [{ name: 'quota' }] })
    expect((await ask('demo')).status).toBe(200)
    api.time += 9_500
    expect((await ask('small')).status).toBe(200)
  })

  test('what is refused is not counted, and each request of a batch is', async () => {
    await projects.create({ ...demo, id: 'small', dailyRequests: 4 })
    const foreign = { origin: 'https://elsewhere.example' }
    for (let index = 0; index < 9; index++) {
      expect((await api.get('/getAnalyticsConfig?projectId=small', foreign)).status).toBe(403)
    }
    const batch = (size: number) => api.post('/v1/?chainId=eip155:9&projectId=small', Array(size).fill({}))
    const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = {
      id: 'eip155:9',
      name: 'Nine',
      nativeCurrency: ether,
      iconUrl: '',
      upstreams: ['http://x'],
      tokens: [],
    }
    api = await openApi({ database, projects: [], chains: [{ ...chain, id: 'eip155:9' }] })
    expect([(await batch(3)).status, (await batch(3)).status, (await batch(1)).status]).toEqual([200, 429, 429])
  })

  test('nodes count together, and go on counting after a restart', async () => {
    await projects.create({ ...demo, id: 'small', dailyRequests: 10 })
    const start = () =>
      createUsage({
        orm: database.orm,
        clock: { now: () => api.time, setTimeout: () => () => {} },
        log: api.services.log,
      })
    const [one, two] = [start(), start()]
    const small = { id: 'small', dailyRequests: 10 }
    const gone = { id: 'gone', dailyRequests: null }
    await Promise.all([one.take({ project: small, cost: 4 }), two.take({ project: small, cost: 3 })])
    expect(await one.take({ project: gone, cost: 2 })).toBeNull()
    expect(await two.take({ project: { id: 'demo', dailyRequests: null }, cost: 5 })).toBeNull()
    await Promise.all([one.work.stop(), two.work.stop()])
    const day = '2026-01-01'
    expect(await one.days({ projectId: 'small', from: day })).toEqual([{ day, requests: 7 }])
    expect(await one.days({ projectId: 'demo', from: day })).toEqual([{ day, requests: 5 }])
    const later = start()
    expect(await later.take({ project: small, cost: 4 })).toEqual(expect.any(Number))
    expect(await later.take({ project: small, cost: 3 })).toBeNull()
    expect(await later.take({ project: small })).toEqual(expect.any(Number))
  })

  test('a quota counts also what came before it was set', async () => {
    for (let index = 0; index < 5; index++) expect((await ask('demo')).status).toBe(200)
    await projects.change({ id: 'demo', changes: { dailyRequests: 6 } })
    expect([(await ask('demo')).status, (await ask('demo')).status]).toEqual([200, 429])
    await projects.change({ id: 'demo', changes: { dailyRequests: null } })
    expect((await ask('demo')).status).toBe(200)
  })

  test('configuration leaves quota and features as an operator set them, unless it names them', async () => {
    await projects.change({ id: 'demo', changes: { dailyRequests: 5, featuresOff: ['names'] } })
    await projects.seed([demo])
    expect(await projects.read('demo')).toMatchObject({ dailyRequests: 5, featuresOff: ['names'] })
    await projects.seed([{ ...demo, dailyRequests: null, featuresOff: [] }])
    expect(await projects.read('demo')).toMatchObject({ dailyRequests: null, featuresOff: [] })
  })

  test('[F11] configuration is the one owner of a project’s origins: what it names is there again, and nothing else', async () => {
    const [own, other] = ['https://dapp.example', 'https://other.example']
    const named = { ...demo, allowedOrigins: [own], vouchedOrigins: [own] }
    await projects.seed([named])
    await projects.change({ id: 'demo', changes: { unvouch: [own], allow: [other], vouch: [other] } })
    expect(await projects.read('demo')).toMatchObject({ vouchedOrigins: [other] })
    await projects.seed([named])
    expect(await projects.read('demo')).toMatchObject({ allowedOrigins: [own], vouchedOrigins: [own] })
    await projects.seed([{ ...named, vouchedOrigins: [] }])
    expect(await projects.read('demo')).toMatchObject({ vouchedOrigins: [] })
  })

  test('a feature that only a newer release knows does no harm', async () => {
    await database.orm.update(table).set({ featuresOff: ['teleport', 'swaps'] })
    expect(await projects.read('demo')).toMatchObject({ featuresOff: ['swaps'] })
  })

  test('a sponsorship stays until configuration says another, and one that can’t be read pays for nothing', async () => {
    const budget = { account: '1', network: '2', day: '3', total: '4' }
    const contracts = [{ to: `0x${'0a'.repeat(20)}` }]
    const network = { chainId: 'eip155:1', contracts, mostGas: 500_000, mostFeePerGas: '1000000000', budget }
    await projects.seed([{ ...demo, sponsorship: { networks: [network] } }])
    await projects.seed([demo])
    expect(await projects.read('demo')).toMatchObject({ sponsorship: { networks: [network] } })
    await projects.seed([{ ...demo, sponsorship: null }])
    expect(await projects.read('demo')).toMatchObject({ sponsorship: null })
    await database.orm.update(table).set({ sponsorship: { networks: [{ ...network, budget: { total: 'all' } }] } })
    expect(await projects.read('demo')).toMatchObject({ sponsorship: null })
  })
})
