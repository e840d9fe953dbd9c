import { figures } from '@foyer/service/budget/figures'
import type { Database } from '@foyer/service/db/database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeNode, results, startFakeNode } from '../chains/test/fakeNode.js'
import type { ProjectConfig } from '../projects/project.js'
import { demo, openApi, openTestDatabase } from '../test/openApi.js'

let database: Database
let node: FakeNode
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  node = await startFakeNode(results({ eth_chainId: '0x1' }))
})
afterEach(() => node?.stop())
afterAll(() => database?.close())

const call = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
const path = '/v1/?chainId=eip155:1'
const burst = 60

interface Asked {
  readonly body: unknown
  /** Whether a page asks. */
  readonly isPage?: boolean
}

/** A server whose clients have so many units, of which none comes back while its clock stands still. */
async function open(project: ProjectConfig = demo) {
  const chain = { id: 'eip155:1', name: 'One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } } as const
  const chains = [{ ...chain, iconUrl: '', upstreams: [node.url], tokens: [] }]
  const api = await openApi({ database, chains, burst, projects: [project] })
  const ask = ({ body, isPage = true }: Asked) =>
    api.post(`${path}&projectId=${project.id}`, body, isPage ? { origin: 'https://dapp.example' } : {})
  return { api, ask }
}

/** Counts the units left to the client, by taking them. */
async function left({ ask }: { ask: (asked: Asked) => Promise<Response> }): Promise<number> {
  let units = 0
  while ((await ask({ body: call('eth_chainId') })).status === 200) units += 1
  return units
}

async function spent(asked: Asked): Promise<number> {
  const opened = await open()
  await opened.ask(asked)
  return burst - (await left(opened))
}

const logs = call('eth_getLogs')
const mixed = [call('eth_chainId'), call('eth_call'), call('eth_estimateGas'), logs, call('eth_getBalance')]

test.each([
  ['one', [call('eth_chainId')], 1],
  ['three of one unit', [1, 2, 3].map((id) => call('eth_chainId', id)), 3],
  ['requests of 1, 2, 4, 20 and 1 units', mixed, 28],
  ['two that search', [logs, logs], 40],
  ['one that is no request, beside one that searches', [{ id: 3 }, logs], 21],
  ['a method that isn’t passed on, beside one that searches', [call('debug_traceBlockByNumber'), logs], 21],
  ['nothing but nonsense', [1, null, 'x'], 3],
])('a batch of %s costs what its parts cost alone', async (_, batch, units) => {
  expect(await spent({ body: batch })).toBe(units)
  const alone = await open()
  for (const body of batch) await alone.ask({ body: JSON.stringify(body) })
  expect(burst - (await left(alone))).toBe(units)
  // What no page asks counts twice, in a batch as well.
  if (units <= burst / 2) expect(await spent({ body: batch, isPage: false })).toBe(2 * units)
})

test('a batch that costs more than is left is refused as a whole: it asks no node, and takes a unit for each of its requests', async () => {
  const opened = await open()
  expect((await opened.ask({ body: mixed })).status).toBe(200)
  const asked = node.asked.length
  const refused = await opened.ask({ body: [call('eth_chainId'), logs, logs] })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)])
  expect(await refused.json()).toMatchObject({ reasons: [{ name: 'rate' }] })
  expect(node.asked).toHaveLength(asked)
  expect(await left(opened)).toBe(burst - 28 - 3)
})

test('a batch of more requests than there are units left takes one unit, and is looked at no further', async () => {
  const opened = await open()
  await opened.ask({ body: [logs, logs] })
  const many = Array.from({ length: 25 }, (_, id) => call('eth_chainId', id))
  expect((await opened.ask({ body: many })).status).toBe(429)
  expect(await left(opened)).toBe(burst - 40 - 1)
})

test('a batch that costs more than anybody has at once is told so call by call: waiting wouldn’t help', async () => {
  const opened = await open()
  const answer = await opened.ask({ body: [call('eth_getLogs', 'a'), call('eth_getLogs', 'b'), logs, { id: 3 }] })
  expect(answer.status).toBe(200)
  const costly = { error: { code: -32005, message: expect.stringContaining('smaller batches') } }
  expect(await answer.json()).toMatchObject([{ id: 'a', ...costly }, { id: 'b', ...costly }, { id: 1 }, { id: null }])
  expect(node.asked).toEqual([])
  expect(await left(opened)).toBe(burst - 4)
})

test('a body that is no batch at all costs what refusing it does', async () => {
  for (const body of ['', '[]', Array(1_001).fill(1)]) expect(await spent({ body })).toBe(figures.faultCost)
})

test('each request of a batch is one of the project’s day', async () => {
  const { ask } = await open({ ...demo, id: 'few', dailyRequests: 5 })
  const body = [1, 2, 3].map((id) => call('eth_chainId', id))
  expect((await ask({ body })).status).toBe(200)
  const refused = await ask({ body })
  expect([refused.status, await refused.json()]).toMatchObject([429, { reasons: [{ name: 'quota' }] }])
  expect(node.asked).toHaveLength(1)
})
