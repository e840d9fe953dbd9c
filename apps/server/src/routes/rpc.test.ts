import type { Database } from '@foyer/service/db/database'
import { type StartedChain, startChain, unusedPort } from '@foyer/stack'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { type FakeNode, hangUp, html, json, limited, results, startFakeNode } from '../chains/test/fakeNode.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chainOf = (id: ChainConfig['id'], upstreams: string[]): ChainConfig => {
  return { id, name: id, nativeCurrency: ether, iconUrl: '', upstreams, tokens: [] }
}

let anvil: StartedChain
let first: FakeNode
let second: FakeNode
let database: Database
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  anvil = await startChain({ id: 31337 })
})
afterAll(() => Promise.all([anvil?.stop(), database?.close()]))
afterEach(() => Promise.all([first?.stop(), second?.stop()]))

const call = (method: string, params: unknown[] = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const path = (chainId: string) => `/v1/?chainId=${encodeURIComponent(chainId)}&projectId=demo`
const twoNodes = async () => {
  first = await startFakeNode(results({ eth_chainId: '0x1', eth_blockNumber: '0x10', eth_sendRawTransaction: '0xaa' }))
  second = await startFakeNode(results({ eth_chainId: '0x1', eth_blockNumber: '0x11', eth_sendRawTransaction: '0xbb' }))
  const config = { trustedProxies: ['203.0.113.77'] }
  api = await openApi({ database, config, chains: [chainOf('eip155:1', [first.url, second.url])] })
}
const ask = (body: unknown) => api.post(path('eip155:1'), body)
const askFrom = (client: string) =>
  api.post(path('eip155:1'), call('eth_chainId'), { 'content-type': 'text/plain', 'x-forwarded-for': client })

describe('with a real chain behind it', () => {
  beforeAll(async () => {
    api = await openApi({ database, chains: [chainOf('eip155:31337', [anvil.url])] })
  })

  test('[S7.33 S7.35] a request and a batch are answered, ids as they came, refused methods in their place', async () => {
    const single = await api.post(path('eip155:31337'), call('eth_chainId', [], 'a'))
    expect(single.status).toBe(200)
    expect(await single.json()).toEqual({ jsonrpc: '2.0', id: 'a', result: '0x7a69' })

    const batch = await api.post('/v1?chainId=eip155:31337&projectId=demo', [
      call('eth_chainId', [], 7),
      call('anvil_setBalance', ['0x0000000000000000000000000000000000000001', '0x1'], 7),
      call('eth_getBalance', ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'latest'], null),
      { id: 3 },
      call('eth_getBlockByNumber', ['nonsense'], 'x'),
    ])
    expect(batch.status).toBe(200)
    expect(await batch.json()).toEqual([
      { jsonrpc: '2.0', id: 7, result: '0x7a69' },
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: "This server doesn't pass that method on." } },
      { jsonrpc: '2.0', id: null, result: '0x21e19e0c9bab2400000' },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Not a JSON-RPC 2.0 request: see "jsonrpc".' } },
      { jsonrpc: '2.0', id: 'x', error: { code: -32602, message: expect.any(String) } },
    ])
  })
})

// Which methods are passed on is asked of the list itself (chains/methods.test.ts).
test.each(['anvil_setBalance', 'eth_sendTransaction', 'ETH_CHAINID', 'constructor'])(
  'the node never receives %s',
  async (method) => {
    await twoNodes()
    const answer = await ask([call(method), call('eth_chainId')])
    expect(await answer.json()).toMatchObject([{ error: { code: -32601 } }, { result: '0x1' }])
    expect((await ask(call(method))).status).toBe(200)
    expect(JSON.stringify(first.asked)).not.toContain(method)
  },
)

test('[S7.33] the other families have their own methods', async () => {
  const answers = { getSlot: 5, getblockcount: 6, status: { a: 1 }, abci_info: 7, system_chain: 'Polkadot' }
  first = await startFakeNode(results(answers))
  const chains = [
    chainOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', [first.url]),
    chainOf('bip122:000000000019d6689c085ae165831e93', [first.url]),
    chainOf('near:mainnet', [first.url]),
    chainOf('cosmos:cosmoshub-4', [first.url]),
    chainOf('polkadot:91b171bb158e2d3848fa23a9f1c25182', [first.url]),
    chainOf('other:hub', [first.url]),
  ]
  api = await openApi({ database, chains })
  const outcomes = await Promise.all(
    ['getSlot', 'getblockcount', 'status', 'abci_info', 'system_chain', 'status'].map(async (method, index) => {
      const answer = await api.post(path(chains[index]?.id ?? ''), [call(method), call('eth_chainId')])
      return answer.json()
    }),
  )
  const refused = { error: { code: -32601 } }
  expect(outcomes).toMatchObject([
    [{ result: 5 }, refused],
    [{ result: 6 }, refused],
    [{ result: { a: 1 } }, refused],
    [{ result: 7 }, refused],
    [{ result: 'Polkadot' }, refused],
    [refused, refused],
  ])
})

describe('bodies', () => {
  test('that are no JSON-RPC are refused as such', async () => {
    await twoNodes()
    const outcome = async (body: unknown) => {
      const answer = await ask(body)
      const { id, error }: { id: unknown; error: { code: number } } = await answer.json()
      return [answer.status, id, error.code]
    }
    expect(await outcome('<html>')).toEqual([400, null, -32700])
    expect(await outcome('')).toEqual([400, null, -32700])
    expect(await outcome('[]')).toEqual([400, null, -32600])
    expect(await outcome('"text"')).toEqual([200, null, -32600])
    expect(await outcome(Array(1001).fill(call('eth_chainId')))).toEqual([400, null, -32600])
    expect(await outcome({ ...call('eth_chainId'), params: 'x' })).toEqual([200, null, -32600])
    expect(first.asked).toEqual([])
  })

  test('[S7.35] of a thousand requests pass, larger ones and other kinds do not', async () => {
    await twoNodes()
    const thousand = await ask(Array.from({ length: 1000 }, (_, id) => call('eth_chainId', [], id)))
    const answers: { id: number }[] = await thousand.json()
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, id) => id))
    expect(first.asked).toHaveLength(1)

    const large = await ask(call('eth_call', ['x'.repeat(1024 * 1024)]))
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ reasons: [{ name: 'body' }] })
    const form = await api.post(path('eip155:1'), 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.status).toBe(415)
    const asJson = await api.post(path('eip155:1'), call('eth_chainId'), { 'content-type': 'application/json' })
    expect(asJson.status).toBe(200)
  })
})

test('a missing or unknown network is answered in the wire’s error shape', async () => {
  await twoNodes()
  const unknown = await api.post(path('eip155:2'), call('eth_chainId'))
  expect(unknown.status).toBe(400)
  expect(await unknown.json()).toEqual({
    status: 'FAILED',
    reasons: [{ name: 'chainId', description: expect.stringContaining('/v1/supported-chains') }],
  })
  const missing = await api.post('/v1/?projectId=demo', call('eth_chainId'))
  expect(missing.status).toBe(400)
  expect(await missing.json()).toEqual({ status: 'FAILED', reasons: [{ name: 'chainId', description: 'Is missing.' }] })
})

describe('nodes that fail', () => {
  test.each([
    ['hangs up', hangUp],
    ['never answers', () => api.expire()],
    ['answers a page', html()],
    ['answers a page with 503', html({ status: 503 })],
    ['answers JSON that is no JSON-RPC', json({ body: { hello: 'world' } })],
    ['limits the rate', limited()],
  ])('a node that %s is passed over', async (_, answer) => {
    await twoNodes()
    first.answer = answer
    expect(await (await ask(call('eth_blockNumber'))).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x11' })
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  })

  test("a node's own error is an answer, with whatever status it comes", async () => {
    await twoNodes()
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    first.answer = json({ status: 500, body: { jsonrpc: '2.0', id: 0, error } })
    const answer = await ask(call('eth_call', [{}]))
    expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, error }])
    expect(second.asked).toEqual([])
  })

  test('a batch that a node refuses as one, or answers in part, has an answer for each request', async () => {
    await twoNodes()
    first.answer = json({ body: { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'batch too large' } } })
    const refused = await ask([call('eth_chainId', [], 1), call('anvil_mine', [], 2), call('eth_gasPrice', [], 3)])
    expect(await refused.json()).toMatchObject([
      { id: 1, error: { code: -32005 } },
      { id: 2, error: { code: -32601 } },
      { id: 3, error: { code: -32005 } },
    ])
    first.answer = json({ body: [{ jsonrpc: '2.0', id: 1, result: '0x5' }] })
    const partly = await ask([call('eth_chainId', [], 'a'), call('eth_gasPrice', [], 'b')])
    expect(await partly.json()).toMatchObject([
      { id: 'a', error: { code: -32603 } },
      { id: 'b', result: '0x5' },
    ])
  })

  test('without any node left, it says 502, in JSON-RPC, and the log knows', async () => {
    await twoNodes()
    first.answer = html()
    second.answer = hangUp
    const single = await ask(call('eth_chainId', [], 'a'))
    expect(single.status).toBe(502)
    expect(await single.json()).toMatchObject({ jsonrpc: '2.0', id: 'a', error: { code: -32002 } })
    const batch = await ask([call('eth_chainId'), call('eth_sign')])
    expect([batch.status, await batch.json()]).toMatchObject([
      502,
      [{ error: { code: -32002 } }, { error: { code: -32601 } }],
    ])
    const log = api.logged.join('')
    expect(log).toContain('"name":"UpstreamError","code":"unreachable"')
    expect(log).not.toContain('secret-key-in-path')
  })

  test('[S8.41] Retry-After of the nodes is passed on and kept to', async () => {
    await twoNodes()
    first.answer = limited({ retryAfter: '7' })
    second.answer = limited({ retryAfter: 'Thu, 01 Jan 2026 00:00:20 GMT' })
    const answer = await ask(call('eth_chainId'))
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32005 } })

    api.time += 3_000
    const sooner = await ask(call('eth_chainId'))
    expect([sooner.status, sooner.headers.get('retry-after')]).toEqual([429, '4'])
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])

    api.time += 4_000
    first.answer = results({ eth_chainId: '0x1' })
    expect((await ask(call('eth_chainId'))).status).toBe(200)
    expect([first.asked.length, second.asked.length]).toEqual([2, 1])
  })

  test('[F22] after five failures of several clients a node is left alone for a while, then tried again', async () => {
    await twoNodes()
    first.answer = hangUp
    for (let index = 0; index < 7; index++) await askFrom(`192.0.2.${index}`)
    expect([first.asked.length, second.asked.length]).toEqual([5, 7])
    api.time += 10_000
    first.answer = results({ eth_chainId: '0x1' })
    await askFrom('192.0.2.9')
    expect([first.asked.length, second.asked.length]).toEqual([6, 7])
  })

  test('a client that goes away says nothing about the nodes', async () => {
    await twoNodes()
    const body = JSON.stringify(call('eth_chainId'))
    for (let index = 0; index < 6; index++) {
      const leaving = new AbortController()
      first.answer = () => leaving.abort()
      const answer = await api.send(path('eip155:1'), { method: 'POST', body, signal: leaving.signal })
      expect(answer.status).toBe(408)
    }
    first.answer = results({ eth_chainId: '0x5' })
    expect(await (await ask(call('eth_chainId'))).json()).toMatchObject({ result: '0x5' })
    expect(second.asked).toEqual([])
  })

  test('[F22] a signed transaction that may have arrived is not sent to a second node', async () => {
    await twoNodes()
    const send = call('eth_sendRawTransaction', ['0x02'])
    for (const answer of [hangUp, () => api.expire(), html()]) {
      first.answer = answer
      expect((await ask(send)).status).toBe(502)
      expect((await ask([call('eth_chainId'), send])).status).toBe(502)
      expect(second.asked).toEqual([])
      await Promise.all([first.stop(), second.stop()])
      await twoNodes()
    }
    first.answer = limited()
    expect(await (await ask(send)).json()).toMatchObject({ result: '0xbb' })

    const silent = `http://127.0.0.1:${await unusedPort()}` // nothing listens there, so nothing can arrive
    api = await openApi({ database, chains: [chainOf('eip155:1', [silent, second.url])] })
    expect(await (await ask(send)).json()).toMatchObject({ result: '0xbb' })
  })
})
