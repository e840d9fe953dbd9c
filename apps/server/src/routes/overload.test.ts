import type { Holding, Holdings } from '@foyer/service/budget/holdings'
import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { passedFigures } from '../chains/passedFigures.js'
import { type FakeNode, results, startFakeNode } from '../chains/test/fakeNode.js'
import { openApi, openTestDatabase } from '../test/openApi.js'

let database: Database
let node: FakeNode
beforeAll(async () => {
  database = await openTestDatabase()
  node = await startFakeNode(results({ eth_chainId: '0x1' }))
})
afterAll(() => Promise.all([database?.close(), node?.stop()]))

const chainOf = (id: ChainConfig['id']): ChainConfig => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return { id, name: id, nativeCurrency, iconUrl: '', upstreams: [node.url], tokens: [] }
}
const path = (chainId: string) => `/v1/?chainId=${chainId}&projectId=demo`
const page = { origin: 'https://dapp.example' }
const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }

/** Takes all that is left, as so many other clients. */
function fill(slots: Holdings): () => void {
  const taken: Holding[] = []
  for (let client = 0; ; client++) {
    const one = slots.take({ owner: `client ${client}` })
    if (typeof one === 'string') {
      return () => {
        for (const { release } of taken) release()
      }
    }
    taken.push(one)
  }
}

test('a full node refuses at the door: no body is waited for, no one pays, and the log has one line a second', async () => {
  const api = await openApi({ database, chains: [chainOf('eip155:1')], burst: 1 })
  const free = fill(api.services.slots)
  for (let turn = 0; turn < 5; turn++) {
    const endless = { method: 'POST', headers: page, body: new ReadableStream(), duplex: 'half' }
    const refused = await api.send(path('eip155:1'), endless)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await refused.json()).toMatchObject({ status: 'FAILED', reasons: [{ name: 'server' }] })
  }
  expect((await api.get('/healthz')).status).toBe(200)
  api.time += 1_000
  await api.get('/v1/supported-chains?projectId=demo', page)
  const said = api.logged.flatMap((line) => /"refused":(\d+)/.exec(line)?.[1] ?? [])
  expect(said).toEqual(['1', '5'])
  free()
  expect((await api.post(path('eip155:1'), call, page)).status).toBe(200)
})

test('a network whose nodes are asked for more than they answer leaves the others theirs', async () => {
  const api = await openApi({ database, chains: [chainOf('eip155:1'), chainOf('eip155:2')] })
  const ask = async (chainId: string) => (await api.post(path(chainId), call, page)).status
  const { slots } = api.services.chains.get('eip155:1')
  const free = fill(slots)
  expect(slots.held()).toBe(passedFigures.all.inAll)
  expect([await ask('eip155:1'), await ask('eip155:2'), await ask('eip155:3')]).toEqual([503, 200, 400])
  free()
  const answered = node.answer
  const heldMeanwhile: number[] = []
  node.answer = (request) => {
    heldMeanwhile.push(slots.held())
    answered(request)
  }
  expect([await ask('eip155:1'), heldMeanwhile, slots.held()]).toEqual([200, [1], 0])
})

test('no client holds more than its share of a network', async () => {
  const api = await openApi({ database, chains: [chainOf('eip155:1')], remoteAddress: '203.0.113.7' })
  const { slots } = api.services.chains.get('eip155:1')
  slots.take({ owner: '203.0.113.7', amount: passedFigures.all.perOwner })
  expect((await api.post(path('eip155:1'), call, page)).status).toBe(429)
})
