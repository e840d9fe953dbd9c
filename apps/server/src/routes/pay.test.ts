import { randomUUID } from 'node:crypto'
import { PayExchangesResult, PayStatusResult, PayUrlResult } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { devAccounts } from '@foyer/stack'
import * as v from 'valibot'
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paySessions } from '../db/schema/index.js'
import { PayConfig } from '../pay/payConfig.js'
import { createPayKeeping } from '../pay/payKeeping.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'
import { signBody } from '../webhooks/signature.js'
import { common, openSales, postSigned, type Sales, secret } from '../webhooks/test/openSales.js'

const [{ address: other }] = devAccounts
const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const ether = 'eip155:31337/slip44:60'

let database: Database
let sales: Sales
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  sales = await openSales()
  api = await sales.open({ database })
})
afterAll(() => Promise.all([sales?.stop(), database?.close()]))

async function post(body: unknown, to = api): Promise<unknown> {
  const answer = await to.post(`/v1/json-rpc?${common}`, body, { 'content-type': 'application/json' })
  expect(answer.status).toBe(200)
  return answer.json()
}

const Reply = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.literal(1),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
})

/** Calls as kits do. */
async function call(method: string, params: unknown, to = api) {
  return v.parse(Reply, await post({ jsonrpc: '2.0', id: 1, method, params }, to))
}

const exchanges = async (params: unknown, to = api) =>
  v.parse(PayExchangesResult, (await call('reown_getExchanges', params, to)).result)

const wanted = { exchangeId: 'local', asset: ether, amount: '0.5', recipient: `eip155:31337:${address}` }
const askUrl = (part: Readonly<Record<string, unknown>> = {}) => call('reown_getExchangePayUrl', { ...wanted, ...part })
const begin = async (part: Readonly<Record<string, unknown>> = {}) => v.parse(PayUrlResult, (await askUrl(part)).result)
const statusOf = async (sessionId: string, exchangeId = 'local', to = api) =>
  v.parse(PayStatusResult, (await call('reown_getExchangeBuyStatus', { sessionId, exchangeId }, to)).result)
const report = (sessionId: string, part: Readonly<Record<string, unknown>>, exchangeId = 'local') =>
  postSigned({ api, path: `/v1/webhooks/pay/${exchangeId}`, message: { delivery: randomUUID(), sessionId, ...part } })

describe('the exchanges', () => {
  test('are those that are configured, by page, by id and by what they pay with', async () => {
    const both = [
      { id: 'local', name: 'Local', imageUrl: '' },
      { id: 'coins', name: 'Coins only', imageUrl: '' },
    ]
    expect(await exchanges({ page: 0 })).toEqual({ exchanges: both, total: 2 })
    expect(await exchanges({ page: 1 })).toEqual({ exchanges: [], total: 2 })
    expect(await exchanges({ page: 0, asset: ether, amount: '0.5' })).toMatchObject({ total: 2 })
    expect(await exchanges({ asset: `eip155:31337/erc20:${sales.dollar}` })).toEqual({
      exchanges: both.slice(0, 1),
      total: 1,
    })
    expect(await exchanges({ asset: `eip155:31337/erc20:${sales.dollar.toLowerCase()}` })).toMatchObject({ total: 1 })
    expect(await exchanges({ includeOnly: ['coins'] })).toEqual({ exchanges: both.slice(1), total: 1 })
    expect(await exchanges({ exclude: ['coins'] })).toEqual({ exchanges: both.slice(0, 1), total: 1 })
    expect(await exchanges({ asset: 'eip155:1/slip44:60' })).toEqual({ exchanges: [], total: 0 })
    expect(await exchanges({ asset: 'solana:main/slip44:501' })).toEqual({ exchanges: [], total: 0 })
  })

  test('are none where none is configured', async () => {
    const bare = await sales.open({ database, config: { pay: undefined } })
    expect(await exchanges({ page: 0 }, bare)).toEqual({ exchanges: [], total: 0 })
    const { error } = await call('reown_getExchangePayUrl', wanted, bare)
    expect(error?.code).toBe(-32001)
  })
})

describe('a payment', () => {
  test('is sent to the exchange’s page, signed with what to pay, exactly', async () => {
    const { url, sessionId } = await begin({ amount: '1e-7' })
    const { origin, searchParams } = new URL(url)
    expect(origin).toBe('http://exchange.example')
    const body = searchParams.get('payment') ?? ''
    const timestamp = Number(searchParams.get('timestamp'))
    expect(searchParams.get('signature')).toBe(signBody({ secret, purpose: 'payment', timestamp, body }))
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({
      id: sessionId,
      asset: ether,
      amount: '0.0000001',
      recipient: wanted.recipient,
      expiresAt: timestamp + 3600,
    })
    expect(url).not.toContain(secret)
  })

  test('is unknown, then goes on, and has succeeded when the network shows it', async () => {
    const { sessionId } = await begin()
    expect(await statusOf(sessionId)).toEqual({ status: 'UNKNOWN' })
    expect((await report(sessionId, { status: 'IN_PROGRESS' })).status).toBe(204)
    expect(await statusOf(sessionId)).toEqual({ status: 'IN_PROGRESS' })
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    expect((await report(sessionId, { status: 'SUCCESS', txHash })).status).toBe(204)
    expect(await statusOf(sessionId)).toEqual({ status: 'SUCCESS', txHash })
    expect((await report(sessionId, { status: 'FAILED' })).status).toBe(204)
    expect(await statusOf(sessionId)).toEqual({ status: 'SUCCESS', txHash })
  })

  test('of a token has succeeded when the token’s transfer is there; more than asked is fine', async () => {
    const { sessionId } = await begin({ asset: `eip155:31337/erc20:${sales.dollar}`, amount: '12.5' })
    const txHash = await sales.pay({ to: address, amount: parseUnits('13', 6), token: sales.dollar })
    expect((await report(sessionId, { status: 'SUCCESS', txHash })).status).toBe(204)
    expect(await statusOf(sessionId)).toEqual({ status: 'SUCCESS', txHash })
  })

  test('that failed says so, and no later report changes it', async () => {
    const { sessionId } = await begin()
    expect((await report(sessionId, { status: 'FAILED' })).status).toBe(204)
    expect(await statusOf(sessionId)).toEqual({ status: 'FAILED' })
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    for (const later of [{ status: 'IN_PROGRESS' }, { status: 'SUCCESS', txHash }]) {
      expect((await report(sessionId, later)).status).toBe(204)
      expect(await statusOf(sessionId)).toEqual({ status: 'FAILED' })
    }
  })

  test('hasn’t succeeded by less, by another asset, to another account, by what isn’t there, or by what was paid before', async () => {
    const { sessionId } = await begin()
    const hashes = [
      await sales.pay({ to: address, amount: parseEther('0.49') }),
      await sales.pay({ to: address, amount: parseUnits('5000', 6), token: sales.dollar }),
      await sales.pay({ to: other, amount: parseEther('0.5') }),
      `0x${'ef'.repeat(32)}`,
    ]
    for (const txHash of hashes) {
      expect([409, 422]).toContain((await report(sessionId, { status: 'SUCCESS', txHash })).status)
    }
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    api.time += 600_000
    const later = await begin()
    expect((await report(later.sessionId, { status: 'SUCCESS', txHash })).status).toBe(422)
    for (const id of [sessionId, later.sessionId]) expect(await statusOf(id)).toEqual({ status: 'UNKNOWN' })
    api.time -= 600_000
  })

  test('isn’t settled by a transaction that settled another', async () => {
    const [first, second] = [await begin(), await begin()]
    const txHash = await sales.pay({ to: address, amount: parseEther('0.5') })
    expect((await report(first.sessionId, { status: 'SUCCESS', txHash })).status).toBe(204)
    expect((await report(second.sessionId, { status: 'SUCCESS', txHash })).status).toBe(422)
    expect(await statusOf(second.sessionId)).toEqual({ status: 'UNKNOWN' })
  })

  test('is of its project and its exchange', async () => {
    const { sessionId } = await begin()
    await report(sessionId, { status: 'IN_PROGRESS' })
    expect(await statusOf(sessionId, 'coins')).toEqual({ status: 'UNKNOWN' })
    expect((await report(sessionId, { status: 'FAILED' }, 'coins')).status).toBe(400)
    await api.services.projects.seed([{ ...demo, id: 'other' }])
    const params = { sessionId, exchangeId: 'local' }
    const body = { jsonrpc: '2.0', id: 1, method: 'reown_getExchangeBuyStatus', params }
    const answer = await api.post('/v1/json-rpc?projectId=other', body)
    expect(await answer.json()).toMatchObject({ result: { status: 'UNKNOWN' } })
    expect(await statusOf(randomUUID())).toEqual({ status: 'UNKNOWN' })
    expect(await statusOf('no uuid')).toEqual({ status: 'UNKNOWN' })
  })

  test('that no exchange has reported in a day is deleted; a reported one stays', async () => {
    const [silent, reported] = [await begin(), await begin()]
    await report(reported.sessionId, { status: 'IN_PROGRESS' })
    const { log, payments } = api.services
    api.time += 86_400_001
    await runRound((clock) => createPayKeeping({ rooms: [payments], clock, log }), api.time)
    api.time -= 86_400_001
    const stored = await database.orm.select({ id: paySessions.id }).from(paySessions)
    expect(stored.map(({ id }) => id)).toContain(reported.sessionId)
    expect(stored.map(({ id }) => id)).not.toContain(silent.sessionId)
  })

  test('with an asset that the exchange doesn’t pay with is refused in the words that kits look for', async () => {
    const asset = `eip155:31337/erc20:${sales.dollar}`
    for (const part of [
      { exchangeId: 'coins', asset },
      { asset: 'eip155:1/slip44:60' },
      { asset: 'solana:main/slip44:501' },
    ]) {
      const { error } = await askUrl(part)
      expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('is not supported') })
    }
  })

  test.each([
    [{ asset: 'ether' }, -32602],
    [{ asset: 'bip122:main/slip44:0' }, -32602],
    [{ amount: '0' }, -32602],
    [{ amount: '-1' }, -32602],
    [{ amount: 'NaN' }, -32602],
    [{ amount: '1e-19' }, -32602],
    [{ amount: '1e70' }, -32602],
    [{ amount: 5 }, -32602],
    [{ recipient: address }, -32602],
    [{ recipient: `eip155:1:${address}` }, -32602],
    [{ recipient: 'eip155:31337:0x12' }, -32602],
    [{ exchangeId: 'nobody' }, -32001],
    [{ exchangeId: undefined }, -32602],
  ])('%j is refused with %i, and not repeated', async (part, code) => {
    const { error } = await askUrl(part)
    expect(error?.code).toBe(code)
    expect(error?.message).not.toContain(address)
  })
})

describe('[S8.38] JSON-RPC', () => {
  const failure = (code: number, id: unknown = null) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: expect.any(String) },
  })
  const request = { jsonrpc: '2.0', id: 1, method: 'reown_getExchanges', params: {} }

  test.each([
    ['what isn’t JSON', '{', failure(-32700)],
    ['nothing', '', failure(-32700)],
    ['no object', '5', failure(-32600)],
    ['another version', { ...request, jsonrpc: '1.0' }, failure(-32600)],
    ['no method', { jsonrpc: '2.0', id: 1 }, failure(-32600)],
    ['an unknown method', { ...request, id: 'a', method: 'eth_call' }, failure(-32601, 'a')],
    ['wrong params', { ...request, params: { page: -1 } }, failure(-32602, 1)],
    ['params in a list', { ...request, method: 'reown_getExchangePayUrl', params: [] }, failure(-32602, 1)],
    ['an empty batch', [], failure(-32600)],
    ['too large a batch', Array(21).fill(request), failure(-32600)],
    ['a batch of nonsense', [1, 2], [failure(-32600), failure(-32600)]],
  ])('answers %s as the standard says', async (_what, body, answer) => {
    expect(await post(body)).toEqual(answer)
  })

  test('answers a batch in order and leaves out what wants no answer', async () => {
    const { id: _, ...notification } = request
    const result = { exchanges: expect.any(Array), total: 2 }
    expect(await post([request, notification, { ...request, id: 'b' }])).toEqual([
      { jsonrpc: '2.0', id: 1, result },
      { jsonrpc: '2.0', id: 'b', result },
    ])
    const silent = await api.post(`/v1/json-rpc?${common}`, [notification])
    expect([silent.status, await silent.text()]).toEqual([204, ''])
  })

  test('a batch costs what its calls do alone, and each counts in the quota', async () => {
    const batch = Array.from({ length: 20 }, (_, id) => ({ ...request, id }))
    const send = async (to: TestApi, projectId: string) => {
      const answer = await to.post(`/v1/json-rpc?projectId=${projectId}`, batch, { origin: 'https://dapp.example' })
      return answer.status === 200 ? 200 : await refusalOf(answer)
    }
    const few = { ...demo, id: 'few', dailyRequests: 25 }
    // Nothing is refilled while the clock stands still.
    const [narrow, wide] = [
      await openApi({ database, projects: [demo], burst: 220 }),
      await openApi({ database, projects: [few] }),
    ]
    const statuses = [await send(narrow, 'demo'), await send(narrow, 'demo'), await send(narrow, 'demo')]
    expect(statuses).toEqual([200, 200, [429, 'rate']])
    expect([await send(wide, 'few'), await send(wide, 'few')]).toEqual([200, [429, 'quota']])
  })

  test('a batch of 20 that costs more than is taken at once is refused call by call, and asks no exchange', async () => {
    const batch = [...Array.from({ length: 19 }, (_, id) => ({ ...request, id })), 5]
    const answers = async ({ burst, headers }: { burst: number; headers: Record<string, string> }) => {
      const to = await openApi({ database, projects: [demo], burst })
      const answer = await to.post(`/v1/json-rpc?projectId=demo`, batch, headers)
      const all = v.parse(v.array(v.object({ error: v.optional(v.object({ code: v.number() })) })), await answer.json())
      return all.map(({ error }) => error?.code)
    }
    const page = { origin: 'https://dapp.example' }
    const [refused, served] = [
      [...Array(19).fill(-32005), -32600],
      [...Array(19).fill(undefined), -32600],
    ]
    expect(await answers({ burst: 99, headers: page })).toEqual(refused)
    expect(await answers({ burst: 100, headers: page })).toEqual(served)
    // Programs pay twice.
    expect(await answers({ burst: 199, headers: {} })).toEqual(refused)
    expect(await answers({ burst: 200, headers: {} })).toEqual(served)
  })

  test('reveals no internal failure', async () => {
    const params = { sessionId: randomUUID(), exchangeId: 'local' }
    const broken = await openTestDatabase()
    const away = await sales.open({ database: broken })
    await away.services.projects.find('demo')
    await broken.close()
    const answer = await away.post(`/v1/json-rpc?${common}`, {
      ...request,
      method: 'reown_getExchangeBuyStatus',
      params,
    })
    expect(await answer.text()).not.toMatch(/select|pay_sessions/)
  })
})

test.each([
  { exchanges: [] },
  { exchanges: [{ kind: 'webhook', id: 'a', name: 'A', url: 'http://a.example', secret: 'short', assets: [ether] }] },
  { exchanges: [{ kind: 'webhook', id: 'A!', name: 'A', url: 'http://a.example', secret, assets: [ether] }] },
  { exchanges: [{ kind: 'webhook', id: 'a', name: 'A', url: 'ftp://a.example', secret, assets: [ether] }] },
  { exchanges: [{ kind: 'webhook', id: 'a', name: 'A', url: 'http://a.example', secret, assets: ['ether'] }] },
])('the configuration refuses %j', (config) => {
  expect(v.is(PayConfig, config)).toBe(false)
})
