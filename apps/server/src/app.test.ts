import { ErrorBody } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.js'
import { openApi, openTestDatabase, type TestApi } from './test/openApi.js'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

test('health says that the process lives, readiness that the database does', async () => {
  const api = await openApi({ database })
  expect(await (await api.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await api.get('/readyz')).status).toBe(200)
  const without = await openApi({ database, ping: () => Promise.reject(new Error('gone: canary')) })
  const answer = await without.get('/readyz')
  expect([answer.status, v.parse(ErrorBody, await answer.json()).reasons]).toEqual([
    503,
    [{ name: 'database', description: "The database doesn't answer." }],
  ])
  expect((await without.get('/healthz')).status).toBe(200)
})

test('an unknown path is answered in the wire’s error shape', async () => {
  const api = await openApi({ database })
  for (const path of ['/v2', '/e/', '/v1/account']) {
    const answer = await api.get(path)
    expect([answer.status, v.parse(ErrorBody, await answer.json()).status]).toEqual([404, 'FAILED'])
  }
})

test('whoever opens the server’s address is greeted, and led on to pages that are there', async () => {
  const adminToken = 'a'.repeat(32)
  const [plain, ours] = [await openApi({ database }), await openApi({ database, config: { adminToken } })]
  const linksOf = async (api: TestApi) => {
    const page = await (await api.get('/')).text()
    expect(page).toContain('Welcome to Foyer')
    return [...page.matchAll(/<a class="row" href="([^"]+)"/g)].map(([, href = '']) => href)
  }
  expect(await linksOf(plain)).toEqual(['/docs', '/openapi.json', '/readyz'])
  for (const href of await linksOf(ours)) expect([href, (await ours.get(href)).status]).toEqual([href, 200])
})

test('pages of other origins read answers and never send credentials', async () => {
  const api = await openApi({ database })
  const preflight = await api.send('/v1/?chainId=eip155:1&projectId=demo', {
    method: 'OPTIONS',
    headers: { origin: 'https://dapp.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT')
  const answers = [preflight, await api.get('/getAnalyticsConfig?projectId=demo', { origin: 'https://dapp.example' })]
  for (const { headers } of answers) {
    expect(headers.get('access-control-allow-origin')).toBe('https://dapp.example')
    expect(headers.get('vary')).toBe('Origin')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    expect(headers.has('set-cookie')).toBe(false)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await api.get('/healthz')).headers.has('access-control-allow-origin')).toBe(false)
})

test('a client above its limit receives when to retry; another one is answered', async () => {
  const api = await openApi({ database, burst: 3 })
  const page = { origin: 'https://dapp.example' }
  const ask = (headers: Record<string, string> = page) => api.get('/v1/supported-chains?projectId=demo', headers)
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 200])
  const refused = await ask({ 'x-forwarded-for': '198.51.100.1', origin: 'https://dapp.example' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  expect(v.parse(ErrorBody, await refused.json()).reasons[0]?.name).toBe('rate')
  api.time += 1_000
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
})

test('a call that names no page costs twice, but for those that pages send without their name', async () => {
  const askTwice = async (path: string) => {
    const api = await openApi({ database, burst: 3 })
    return [(await api.get(path)).status, (await api.get(path)).status]
  }
  expect(await askTwice('/v1/supported-chains?projectId=demo')).toEqual([200, 429])
  expect(await askTwice('/docs')).toEqual([200, 200])
})

test('whoever guesses ids of projects pays more for each, and is refused before the database is asked', async () => {
  const api = await openApi({ database, burst: 40 })
  const guess = (id: string) => api.get(`/v1/supported-chains?projectId=${id}`, { origin: 'https://dapp.example' })
  expect((await guess('a')).status).toBe(401)
  let asked = 0
  const { find } = api.services.projects
  const countedFind = (id: string) => {
    asked += 1
    return find(id)
  }
  const projects = { ...api.services.projects, find: countedFind }
  const app = createApp({ ...api.services, projects })
  const statuses: number[] = []
  for (let turn = 0; turn < 40; turn++) {
    const path = `/v1/supported-chains?projectId=b${turn}`
    const headers = { origin: 'https://dapp.example' }
    const answer = await app.request(path, { headers }, { incoming: { socket: { remoteAddress: '203.0.113.77' } } })
    statuses.push(answer.status)
  }
  expect(new Set(statuses)).toEqual(new Set([429]))
  // One more pays at the door what is left; what it asks for is refused when the id turns out to be unknown.
  expect(asked).toBe(19)
})

test('a batch costs as many requests as it holds', async () => {
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { id: 'eip155:1', name: 'One', nativeCurrency: ether, iconUrl: '', upstreams: ['http://x'], tokens: [] }
  const api = await openApi({ database, burst: 20, chains: [{ ...chain, id: 'eip155:1' }] })
  const send = () => api.post('/v1/?chainId=eip155:1&projectId=demo', Array(9).fill({ refused: 'here' }))
  expect([(await send()).status, (await send()).status]).toEqual([200, 429])
})

test('[F28] neither log nor answer repeats what clients sent', async () => {
  const address = '0xCa11ab1eCa11ab1eCa11ab1eCa11ab1eCa11ab1e'
  const canary = 'canary-4711'
  const api = await openApi({ database, ping: () => Promise.reject(new Error(canary)) })
  const headers = {
    origin: `https://${canary}.example`,
    'x-request-id': canary,
    'x-forwarded-for': '198.51.100.4',
    'user-agent': canary,
    authorization: `Bearer ${canary}`,
  }
  const answers = [
    await api.get(`/v1/account/${address}/balance?projectId=demo&currency=${canary}`),
    await api.get(`/v1/identity/${address}?projectId=demo&sender=${canary}`, headers),
    await api.get(`/${canary}?email=visitor@${canary}.example`, headers),
    await api.post('/e?projectId=demo', { eventId: canary, [canary]: canary, timestamp: canary, props: canary }),
    await api.post('/e?projectId=demo', canary),
    await api.post(`/v1/?projectId=demo&chainId=eip155:${canary}`, { jsonrpc: '2.0', id: canary, method: canary }),
    await api.get(`/v1/supported-chains?projectId=${canary}`),
    await api.get('/readyz', headers),
  ]
  expect(api.logged).toHaveLength(answers.length)
  const log = api.logged.join('')
  expect(log).not.toMatch(/canary|ca11ab1e|203\.0\.113\.77|198\.51\.100\.4/i)
  expect(log).toContain('"route":"/v1/identity/:address"')
  expect(log).toContain('"requestId":"request-2"')
  for (const answer of answers) {
    expect(await answer.text()).not.toMatch(/canary|ca11ab1e/i)
    expect(answer.headers.get('x-request-id')).toMatch(/^request-\d$/)
  }
})

test("[F28] a failure of the server's own says nothing of its cause, and the log only where it was", async () => {
  const closed = await openTestDatabase()
  const api = await openApi({ database: closed })
  await closed.close()
  const answer = await api.get('/v1/supported-chains?projectId=canary')
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      status: 'FAILED',
      reasons: [{ name: 'server', description: 'The server failed. Its log has the request id.' }],
    },
  ])
  const line = api.logged.find((text) => text.includes('"failed"')) ?? ''
  expect(line).toContain('"requestId":"request-1"')
  expect(line).toContain('projects.ts')
  expect(line).not.toContain('canary')
})
