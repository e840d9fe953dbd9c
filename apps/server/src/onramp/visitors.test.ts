import { generateKeyPairSync } from 'node:crypto'
import { type LocalCoinbase, startCoinbase } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { CoinbaseConfig } from './onrampConfig.js'
import { address, secret } from './test/anOrder.js'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const apiKeySecret = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
const apiKeyId = 'organizations/1/apiKeys/2'
const proxy = '203.0.113.77'
const now = Date.parse('2026-01-01T00:00:00Z')

let database: Database
let coinbase: LocalCoinbase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  coinbase = await startCoinbase({ apiKeyId, publicKey, webhookSecret: secret, now: () => now })
})
afterAll(() => Promise.all([coinbase?.stop(), database?.close()]))
beforeEach(async () => {
  coinbase.reset()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const base = { id: 'eip155:8453' as const, name: 'Base', nativeCurrency, iconUrl: '', upstreams: [], tokens: [] }
  const provider = v.parse(CoinbaseConfig, { kind: 'coinbase', apiKeyId, apiKeySecret, apiUrl: coinbase.url })
  const visitor = { countryHeader: 'cf-ipcountry', subdivisionHeader: 'cf-region-code' }
  const onramp = { providers: [provider], currencies: [{ id: 'USD', usd: '1' }], visitor }
  api = await openApi({ database, chains: [base], config: { onramp, trustedProxies: [proxy] } })
})

const origin = 'https://dapp.example'
const askPage = (from: string, headers: Record<string, string> = { origin }) =>
  api.post(
    '/v1/generators/onrampurl?projectId=demo',
    { destinationWallets: [{ address, blockchains: ['base'] }], partnerUserId: address, defaultExperience: 'buy' },
    { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
  )

test('a page is opened for visitors of allowed pages, with their own address', async () => {
  const answer = await askPage('2001:db8:1:2:3:4:5:6')
  expect(answer.status).toBe(200)
  expect(coinbase.asked.map(({ body }) => body)).toEqual([
    expect.objectContaining({ clientIp: '2001:db8:1:2:3:4:5:6' }),
  ])
})

test('and for nobody who is neither on one nor signed in', async () => {
  const strangers: readonly Record<string, string>[] = [
    {},
    { authorization: 'Bearer a.b.c' },
    { origin: 'https://other.example' },
  ]
  for (const headers of strangers) {
    const { status } = await askPage('192.0.2.1', headers)
    expect(status).toBeGreaterThanOrEqual(400)
  }
  expect(coinbase.asked).toEqual([])
})

test('ten times a minute for one client, an IPv6 /48 being one', async () => {
  for (let count = 0; count < 10; count += 1) expect((await askPage(`2001:db8:7:${count}::1`)).status).toBe(200)
  const refused = await askPage('2001:db8:7:99::1')
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60])
  expect((await askPage('2001:db8:8::1')).status).toBe(200)
  expect(coinbase.asked).toHaveLength(11)
})

test('prices and limits are asked for where the visitor is, as the proxy says it, and nowhere else', async () => {
  const options = (headers: Record<string, string>) =>
    api.get('/v1/onramp/options?projectId=demo', { origin, ...headers })
  expect((await options({})).status).toBe(200)
  expect((await options({ 'cf-ipcountry': 'XX' })).status).toBe(200)
  expect(coinbase.asked).toEqual([])
  await options({ 'cf-ipcountry': 'US', 'cf-region-code': 'NY' })
  await options({ 'cf-ipcountry': 'de' })
  expect(coinbase.asked.map(({ query }) => [query.get('country'), query.get('subdivision')])).toEqual([
    ['US', 'NY'],
    ['DE', null],
  ])

  const { onramp } = api.services
  const header = (name: string) => (name === 'cf-ipcountry' ? 'DE' : undefined)
  expect(onramp.placeOf({ remote: proxy, header })).toEqual({ country: 'DE' })
  expect(onramp.placeOf({ remote: '192.0.2.1', header })).toBeUndefined()
})
