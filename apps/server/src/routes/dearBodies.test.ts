import type { Database } from '@foyer/service/db/database'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { type FakeNode, results, startFakeNode } from '../chains/test/fakeNode.js'
import { openApi, openTestDatabase } from '../test/openApi.js'

let database: Database
let node: FakeNode
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
afterEach(() => node?.stop())

const rpc = '/v1/?chainId=eip155:1&projectId=demo'
const headers = { origin: 'https://dapp.example', 'content-type': 'text/plain' }
const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })

/** With so many units for one client, which don't come again. */
async function start(burst: number) {
  node = await startFakeNode(results({ eth_chainId: '0x1' }))
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain: ChainConfig = {
    ...{ id: 'eip155:1', name: 'One', nativeCurrency, iconUrl: '', upstreams: [node.url], tokens: [] },
  }
  const { post, send } = await openApi({ database, chains: [chain], burst })
  return {
    send,
    /** The status of each of them, one after the other. */
    async statuses(bodies: readonly unknown[], path = rpc) {
      const statuses: number[] = []
      for (const body of bodies) statuses.push((await post(path, body, headers)).status)
      return statuses
    },
  }
}

describe('what is refused is paid', () => {
  test('a batch that is too dear at all is paid for each of its requests', async () => {
    const { statuses } = await start(100)
    const dear = Array(30).fill(call('eth_getLogs'))
    expect(await statuses([dear, dear, dear, dear])).toEqual([200, 200, 200, 429])
  })

  test('a batch that is too dear at the moment is paid for each of its requests', async () => {
    const { statuses } = await start(100)
    const dear = Array(4).fill(call('eth_getLogs'))
    const cheap = call('eth_chainId')
    // 80 of 100, then 4 each for what isn't passed on.
    expect(await statuses([dear, dear, dear, dear, dear, dear, cheap])).toEqual([200, 429, 429, 429, 429, 429, 429])
  })

  test.each([
    ['more than a thousand requests', Array(1_001).fill(0)],
    ['no JSON', '<html>'],
    ['an empty batch', []],
  ])('%s costs ten', async (_, fault) => {
    const { statuses } = await start(33)
    expect(await statuses([fault, fault, fault, fault])).toEqual([400, 400, 400, 429])
  })
})

describe('bytes are paid before they are parsed, at each door that takes some', () => {
  test.each([
    { what: 'JSON-RPC', path: rpc, cost: 1, kilobytes: 1_000 },
    { what: 'an event', path: '/e?projectId=demo', cost: 2, kilobytes: 16 },
    { what: 'a name', path: '/v1/profile/account?projectId=demo', cost: 20, kilobytes: 64 },
    { what: 'a purchase', path: '/v1/onramp/quote?projectId=demo', cost: 10, kilobytes: 64 },
    { what: 'a payment', path: '/v1/json-rpc?projectId=demo', cost: 5, kilobytes: 64 },
    { what: 'a sign-in', path: '/auth/v1/authenticate?projectId=demo', cost: 20, kilobytes: 64 },
    { what: 'a report', path: '/v1/webhooks/pay/none', cost: 5, kilobytes: 16 },
  ])('$what', async ({ path, cost, kilobytes }) => {
    const bytes = Math.floor(kilobytes / 16)
    const sized = (size: number) => JSON.stringify({ ...call('none'), pad: 'x'.repeat(size) })
    const large = sized(kilobytes * 1024 - sized(0).length)
    const { statuses } = await start(2 * cost + bytes - 1)
    const [first, second] = await statuses([large, sized(0)], path)
    expect([first === 429, second]).toEqual([false, 429])
    const small = await start(2 * cost + bytes - 1)
    expect(await small.statuses([sized(0), sized(0)], path)).not.toContain(429)
  })

  test('those whose number is not announced are paid as many as may come', async () => {
    const { send } = await start(65)
    const ask = async () => {
      const body = new Blob(['{}']).stream()
      const unannounced = { method: 'POST', headers, body, duplex: 'half' }
      return (await send(rpc, unannounced)).status
    }
    expect([await ask(), await ask()]).toEqual([200, 429])
  })
})

describe('a body that is too deep or too wide ends early', () => {
  test.each([
    ['lists in lists', '['],
    ['empty lists', '[],'],
    ['numbers', '1,'],
    ['fields', '"":0,'],
  ])('%s', async (_, piece) => {
    const { send } = await start(1_000)
    // It has no end, so whoever waits for that never answers.
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(piece.repeat(5_000))),
    })
    const endless = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await send(rpc, endless)
    expect([answer.status, await answer.json()]).toMatchObject([400, { reasons: [{ name: 'body' }] }])
  })

  test('a thousand ordinary requests pass, and brackets within texts count for nothing', async () => {
    const { statuses } = await start(10_000)
    const filter = { address: ['0x1', '0x2'], topics: [['0x3'], null, '0x4'], fromBlock: '0x1', toBlock: 'latest' }
    const many = Array.from({ length: 1_000 }, (_, id) => ({ ...call('eth_call'), id, params: [filter, 'latest'] }))
    const text = `\\"${'[{,'.repeat(30_000)}`
    expect(await statuses([many, { ...call('eth_chainId'), params: [text] }])).toEqual([200, 200])
  })
})
