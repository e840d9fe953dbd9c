import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { PayStatusResult, PayUrlResult } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LocalCoinbase, startCoinbase } from '@foyer/stack'
import * as v from 'valibot'
import { createTestClient, type Hex, http, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCoinbaseApi } from '../onramp/coinbaseApi.js'
import { ProviderUnavailableError } from '../onramp/refusals.js'
import { openTestDatabase, type TestApi } from '../test/openApi.js'
import { WebhookRefusedError } from '../webhooks/refusals.js'
import { common, openSales, type Sales, secret } from '../webhooks/test/openSales.js'
import { coinbaseExchange } from './coinbaseExchange.js'
import { CoinbaseExchangeConfig, WebhookExchangeConfig } from './payConfig.js'
import { webhookExchange } from './webhookExchange.js'

const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const apiKeyId = 'organizations/1/apiKeys/2'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const apiKeySecret = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
const base = 'eip155:8453'
const { signal } = new AbortController()

let coinbase: LocalCoinbase
let time = 1_767_225_600_000
beforeAll(async () => {
  coinbase = await startCoinbase({ apiKeyId, publicKey, webhookSecret: secret, now: () => time })
})
afterAll(() => coinbase?.stop())
beforeEach(() => coinbase.reset())

const clock = { now: () => time, setTimeout: () => () => {} }
const coinbaseConfig = (assets: readonly string[]) =>
  v.parse(CoinbaseExchangeConfig, {
    kind: 'coinbase',
    apiKeyId,
    apiKeySecret,
    apiUrl: coinbase.url,
    webhookSecret: secret,
    assets,
  })
const asset = `${base}/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913`
const session = {
  id: 'b3a7f1f0-0000-4000-8000-000000000001',
  asset,
  symbol: 'USDC',
  amount: '12.5',
  recipient: `${base}:${address}`,
  clientIp: '203.0.113.77',
}
const open = (kind: 'webhook' | 'coinbase') => {
  if (kind === 'coinbase') {
    const config = coinbaseConfig([asset, 'eip155:31337/slip44:60'])
    return coinbaseExchange({ config, api: createCoinbaseApi({ access: config, clock, nonce: () => 'nonce' }) })
  }
  const shared = { kind: 'webhook', id: 'local', name: 'Local', url: 'https://exchange.example/', secret }
  return webhookExchange({ config: v.parse(WebhookExchangeConfig, { ...shared, assets: [asset] }), now: clock.now })
}

describe.each(['webhook', 'coinbase'] as const)('every exchange: %s', (kind) => {
  test('says who it is, and with what it pays', () => {
    const { id, name, pays } = open(kind)
    expect([id, name]).not.toContain('')
    expect([pays(asset), pays(`${base}/slip44:60`)]).toEqual([true, false])
  })

  test('gives an address that is one, with nothing of the operator’s secrets in it', async () => {
    const url = new URL(await open(kind).urlFor({ session, signal }))
    expect(url.protocol).toBe('https:')
    for (const kept of [secret, apiKeyId, apiKeySecret]) expect(decodeURIComponent(url.href)).not.toContain(kept)
  })

  test('takes no message that isn’t signed by it', () => {
    const message = { header: () => undefined, body: '{}', url: 'https://foyer.example/', now: time }
    expect(() => open(kind).readReport?.(message)).toThrow(WebhookRefusedError)
  })
})

describe('Coinbase', () => {
  const of = (part: Readonly<Record<string, unknown>>) => ({
    transaction_id: randomUUID(),
    status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
    purchase_currency: 'USDC',
    purchase_network: 'base',
    purchase_amount: { value: '12.5', currency: 'USDC' },
    wallet_address: address,
    tx_hash: '',
    created_at: '2026-01-01T00:00:00Z',
    ...part,
  })

  test('opens its page for that account, asset and amount alone', async () => {
    const url = new URL(await open('coinbase').urlFor({ session, signal }))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken: 'one-use',
      defaultAsset: 'USDC',
      defaultNetwork: 'base',
      presetCryptoAmount: '12.5',
      defaultExperience: 'send',
      partnerUserRef: session.id,
    })
    expect(coinbase.asked[0]?.body).toEqual({
      addresses: [{ address, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.77',
    })
  })

  test('pays on no network that it doesn’t know', () => {
    expect(open('coinbase').pays('eip155:31337/slip44:60')).toBe(false)
  })

  test('says what became of a payment: the furthest of its tries, and no success without its transaction', async () => {
    const txHash = `0x${'ab'.repeat(32)}`
    const failed = of({ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' })
    const unproved = of({ status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' })
    const paid = of({ status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: txHash })
    const outcome = (...all: readonly ReturnType<typeof of>[]) => {
      coinbase.transactions.set(session.id, all)
      return open('coinbase').outcomeOf?.({ sessionId: session.id, signal })
    }
    expect(await outcome()).toBeUndefined()
    expect(await outcome(failed)).toEqual({ status: 'FAILED' })
    expect(await outcome(unproved, failed)).toEqual({ status: 'IN_PROGRESS' })
    expect(await outcome(failed, paid, unproved)).toEqual({ status: 'SUCCESS', txHash })
  })

  test.each([
    ['refuses the key', 'expired'],
    ['is busy', 'limitedWithoutWord'],
    ['answers garbage', 'html'],
    ['hangs up', 'hangUp'],
  ] as const)('that %s opens no page', async (_what, failure) => {
    coinbase.fail(failure)
    await expect(open('coinbase').urlFor({ session, signal })).rejects.toBeInstanceOf(ProviderUnavailableError)
    expect(coinbase.asked).toHaveLength(1)
  })
})

describe('a payment from Coinbase', () => {
  let database: Database
  let sales: Sales
  let api: TestApi
  beforeAll(async () => {
    database = await openTestDatabase()
    sales = await openSales()
    const config = { pay: { exchanges: [coinbaseConfig([`${base}/erc20:${sales.dollar}`])] } }
    // The local chain, as if it were Base: there, a payment is under 20 blocks before it counts.
    api = await sales.open({ database, config, others: [{ id: base, url: sales.chain.url }] })
  })
  afterAll(() => Promise.all([sales?.stop(), database?.close()]))
  beforeEach(() => {
    api.time += 10_000
    time = api.time
  })

  const call = async (method: string, params: unknown) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    const headers = { 'content-type': 'application/json', origin: 'https://dapp.example' }
    const answer = await api.post(`/v1/json-rpc?${common}`, body, headers)
    return v.parse(v.object({ result: v.unknown() }), await answer.json()).result
  }
  const begin = async () => {
    const wanted = { exchangeId: 'coinbase', asset: `${base}/erc20:${sales.dollar}`, amount: '12.5' }
    const recipient = `${base}:${address}`
    return v.parse(PayUrlResult, await call('reown_getExchangePayUrl', { ...wanted, recipient })).sessionId
  }
  const statusOf = async (sessionId: string) =>
    v.parse(PayStatusResult, await call('reown_getExchangeBuyStatus', { sessionId, exchangeId: 'coinbase' }))
  const pay = (amount = '12.5') => sales.pay({ to: address, amount: parseUnits(amount, 6), token: sales.dollar })
  const event = (sessionId: string, part: Readonly<Record<string, unknown>> = {}) => ({
    eventType: 'onramp.transaction.success',
    transactionId: randomUUID(),
    status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
    partnerUserRef: sessionId,
    ...part,
  })
  const send = ({ body, headers }: ReturnType<LocalCoinbase['message']>) =>
    api.post('/v1/webhooks/pay/coinbase', body, { ...headers })
  const tell = (sessionId: string, txHash: Hex) => send(coinbase.message(event(sessionId, { txHash })))
  const anvil = () => createTestClient({ mode: 'anvil', transport: http(sales.chain.url) })
  const settle = () => api.services.payments.settle(signal)

  test('counts once enough blocks are over it, also where nobody asks', async () => {
    const sessionId = await begin()
    const txHash = await pay()
    expect((await tell(sessionId, txHash)).status).toBe(204)
    expect(await statusOf(sessionId)).toEqual({ status: 'IN_PROGRESS', txHash })
    await anvil().mine({ blocks: 18 })
    await settle()
    expect(await statusOf(sessionId)).toEqual({ status: 'IN_PROGRESS', txHash })
    await anvil().mine({ blocks: 1 })
    await settle()
    expect(await statusOf(sessionId)).toEqual({ status: 'SUCCESS', txHash })
  })

  test('that a reorganisation undid doesn’t', async () => {
    const sessionId = await begin()
    const before = await anvil().snapshot()
    const txHash = await pay()
    expect((await tell(sessionId, txHash)).status).toBe(204)
    await anvil().revert({ id: before })
    await anvil().mine({ blocks: 30 })
    await settle()
    expect((await statusOf(sessionId)).status).toBe('IN_PROGRESS')
  })

  test('is asked for while a kit asks, however many, once in three seconds', async () => {
    const sessionId = await begin()
    const txHash = await pay()
    await anvil().mine({ blocks: 20 })
    expect(await statusOf(sessionId)).toEqual({ status: 'UNKNOWN' })
    const bought = {
      purchase_network: 'base',
      purchase_currency: 'USDC',
      purchase_amount: '12.5',
      wallet_address: address,
    }
    const said = { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', tx_hash: txHash, created_at: '2026-01-01T00:00:00Z' }
    coinbase.transactions.set(sessionId, [{ transaction_id: 't', ...bought, ...said }])
    coinbase.reset()
    await Promise.all([statusOf(sessionId), statusOf(sessionId)])
    expect(coinbase.asked).toEqual([])
    api.time += 3_000
    time = api.time
    const both = await Promise.all([statusOf(sessionId), statusOf(sessionId)])
    expect(both).toEqual([
      { status: 'SUCCESS', txHash },
      { status: 'SUCCESS', txHash },
    ])
    expect(coinbase.asked).toHaveLength(1)
  })

  test('of less, or a message that is forged, changed or told again, is refused', async () => {
    const sessionId = await begin()
    const less = await pay('12.4')
    expect((await tell(sessionId, less)).status).toBe(422)
    const message = coinbase.message(event(sessionId, { txHash: await pay() }))
    const forged = [
      { ...message, body: message.body.replace('12', '13').replace(sessionId, randomUUID()) },
      { ...message, headers: { ...message.headers, 'x-event-id': 'another' } },
      { ...message, headers: { ...message.headers, 'x-hook0-signature': 't=1,h=,v1=00' } },
    ]
    for (const each of forged) expect((await send(each)).status).toBe(401)
    expect((await send(message)).status).toBe(204)
    expect((await send(message)).status).toBe(409)
    const written = message.headers['x-hook0-signature'] ?? expect.fail()
    const [t = '', h = '', v1 = ''] = written.split(',')
    const [name, digits = ''] = v1.split('=')
    for (const again of [`${v1},${h},${t}`, `${written},v0=1`, `${t},${h},${name}=${digits.toUpperCase()}`]) {
      expect((await send({ ...message, headers: { ...message.headers, 'x-hook0-signature': again } })).status).toBe(409)
    }
    for (const other of [`${t}, ${h}, ${v1}`, `${written},${v1}`, `${written},`, `${written}00`, ` ${written};`]) {
      expect((await send({ ...message, headers: { ...message.headers, 'x-hook0-signature': other } })).status).toBe(401)
    }
    api.time += 301_000
    expect((await send(message)).status).toBe(401)
  })

  test('a true message about a purchase is none about a payment', async () => {
    expect((await send(coinbase.message(event(address)))).status).toBe(204)
  })
})
