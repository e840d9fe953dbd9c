import { generateKeyPairSync } from 'node:crypto'
import { writeSiwxMessage } from '@foyer/core/siwx'
import {
  AuthenticateReply,
  AuthNonceReply,
  authenticateCall,
  nonceCall,
  onrampUrlCall,
  payCall,
  signOutCall,
} from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LocalCoinbase, startCoinbase } from '@foyer/stack'
import * as v from 'valibot'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CoinbaseExchangeConfig } from '../pay/payConfig.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
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
  const access = { kind: 'coinbase', apiKeyId, apiKeySecret, apiUrl: coinbase.url }
  const visitor = { countryHeader: 'cf-ipcountry', subdivisionHeader: 'cf-region-code' }
  const onramp = { providers: [v.parse(CoinbaseConfig, access)], currencies: [{ id: 'USD', usd: '1' }], visitor }
  const pay = { exchanges: [v.parse(CoinbaseExchangeConfig, { ...access, assets: [asset] })] }
  const sessionKeys = [{ name: '2026', bytes: new Uint8Array(32).fill(1) }]
  const config = { onramp, pay, sessionKeys, trustedProxies: [proxy] }
  api = await openApi({ database, chains: [base], projects: [demo, { ...demo, id: 'other' }], config })
})

const asset = 'eip155:8453/slip44:60'
const origin = 'https://dapp.example'
const ofPage = { origin }
type Headers = Readonly<Record<string, string>>

/** The request for a page to buy or to pay on. */
interface AskPage {
  from: string
  headers: Headers
}

const sent = ({ from, headers }: AskPage) => ({
  'content-type': 'application/json',
  'x-forwarded-for': from,
  ...headers,
})

async function askToBuy(asker: AskPage) {
  const wallets = { destinationWallets: [{ address, blockchains: ['base'] }], partnerUserId: address }
  const body = { ...wallets, defaultExperience: 'buy' }
  const answer = await api.post(`${onrampUrlCall.path}?projectId=demo`, body, sent(asker))
  return answer.status === 200 ? 'opened' : JSON.stringify(await answer.json())
}

async function askToPay(asker: AskPage) {
  const params = { exchangeId: 'coinbase', asset, amount: '0.1', recipient: `eip155:8453:${address}` }
  const body = { jsonrpc: '2.0', id: 1, method: 'reown_getExchangePayUrl', params }
  const answer = await api.post(`${payCall.path}?projectId=demo`, body, sent(asker))
  const answered: unknown = await answer.json()
  return v.is(v.object({ result: v.object({ url: v.string() }) }), answered) ? 'opened' : JSON.stringify(answered)
}

/** Signs in on a page, and gives what a program of the same visitor sends. */
async function signIn(projectId = 'demo'): Promise<Headers> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const given = await api.get(`${nonceCall.path}?projectId=${projectId}`, ofPage)
  const { nonce, token: nonceToken } = v.parse(AuthNonceReply, await given.json())
  const message = writeSiwxMessage({
    domain: 'dapp.example',
    accountAddress: owner.address,
    chainId: 'eip155:8453',
    uri: `${origin}/login`,
    version: '1',
    nonce,
    issuedAt: new Date(api.time).toISOString(),
  })
  const body = { message, signature: await owner.signMessage({ message }) }
  const headers = { ...ofPage, 'content-type': 'application/json', 'x-nonce-jwt': `Bearer ${nonceToken}` }
  const answer = await api.post(`${authenticateCall.path}?projectId=${projectId}`, body, headers)
  return { authorization: `Bearer ${v.parse(AuthenticateReply, await answer.json()).token}` }
}

describe.each([
  { what: 'buy', askPage: askToBuy },
  { what: 'pay', askPage: askToPay },
])('a page to $what on, under the operator’s key,', ({ askPage }) => {
  test('is opened for visitors of allowed pages, with their own address', async () => {
    expect(await askPage({ from: '2001:db8:1:2:3:4:5:6', headers: ofPage })).toBe('opened')
    expect(coinbase.asked.map(({ body }) => body)).toEqual([
      expect.objectContaining({ clientIp: '2001:db8:1:2:3:4:5:6' }),
    ])
  })

  test('is opened for who is signed in, until they sign out', async () => {
    const asker = { from: '192.0.2.1', headers: await signIn() }
    expect(await askPage(asker)).toBe('opened')
    expect(coinbase.asked).toHaveLength(1)
    expect((await api.post(`${signOutCall.path}?projectId=demo`, '', asker.headers)).status).toBe(204)
    expect(await askPage(asker)).not.toBe('opened')
    expect(coinbase.asked).toHaveLength(1)
  })

  test('isn’t for anyone else', async () => {
    const strangers: readonly Headers[] = [
      {},
      { authorization: 'Bearer a.b.c' },
      { origin: 'https://other.example' },
      await signIn('other'),
    ]
    for (const headers of strangers) expect(await askPage({ from: '192.0.2.1', headers })).not.toBe('opened')
    expect(coinbase.asked).toEqual([])
  })
})

test('ten pages a minute are for one client, to buy or to pay, an IPv6 /48 being one', async () => {
  const ask = (count: number) => (count % 2 === 0 ? askToBuy : askToPay)
  for (let count = 0; count < 10; count += 1) {
    expect(await ask(count)({ from: `2001:db8:7:${count}::1`, headers: ofPage })).toBe('opened')
  }
  for (const each of [0, 1]) {
    expect(await ask(each)({ from: '2001:db8:7:99::1', headers: ofPage })).toContain('Try again in 60 s')
  }
  expect(await askToPay({ from: '2001:db8:8::1', headers: ofPage })).toBe('opened')
  expect(coinbase.asked).toHaveLength(11)
})

test('300 pages a minute are for all', async () => {
  for (let count = 0; count < 300; count += 1) {
    expect(await askToBuy({ from: `192.0.${count >> 7}.${count & 127}`, headers: ofPage })).toBe('opened')
  }
  expect(await askToPay({ from: '198.51.100.1', headers: ofPage })).toContain('Try again in 60 s')
  expect(coinbase.asked).toHaveLength(300)
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
