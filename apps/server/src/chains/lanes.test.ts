import { type HandClock, handClock } from '@foyer/service-testing/handClock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chain } from './chains.js'
import { createChains } from './createChains.js'
import { passOn, readRpc } from './rpcProxy.js'
import { type Answer, type FakeNode, hangUp, html, limited, results, startFakeNode } from './test/fakeNode.js'

const timeoutMs = 2_000
const signal = new AbortController().signal

let node: FakeNode
let chain: Chain
let clock: HandClock
beforeEach(async () => {
  node = await startFakeNode(
    results({ eth_chainId: '0x1', eth_blockNumber: '0x64', eth_call: '0xca', eth_getLogs: [] }),
  )
  clock = handClock(1_000_000)
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const config = {
    id: 'eip155:1' as const,
    name: 'One',
    nativeCurrency,
    iconUrl: '',
    upstreams: [node.url],
    tokens: [],
  }
  chain = createChains({ chains: [config], timeoutMs, clock }).get('eip155:1')
})
afterEach(() => node.stop())

const answers = results({ eth_chainId: '0x1', eth_blockNumber: '0x64', eth_call: '0xca', eth_getLogs: [] })
/** A node that never answers one method, and the others at once. */
const mute =
  (method: string): Answer =>
  (asked) => {
    if (!JSON.stringify(asked.body).includes(method)) answers(asked)
  }
const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] })
const ask = ({ client, body }: { client: string; body: unknown }) =>
  passOn({ chain, read: readRpc({ chainId: chain.id, body }), client, signal, count: () => true })
const statusOf = async (asked: { client: string; body: unknown }) => (await ask(asked)).status
/** Asks what is never answered, until it is too late. */
const askInVain = async ({ clients, body }: { clients: readonly string[]; body: unknown }) => {
  for (const client of clients) {
    const asked = node.asked.length
    const answer = ask({ client, body })
    await vi.waitFor(() => expect(node.asked.length).toBeGreaterThan(asked))
    clock.expire()
    expect((await answer).status).toBe(502)
  }
}
const times = (count: number, client: string) => Array.from({ length: count }, () => client)
const four = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.1']

describe('[F22] dear calls that a node is too slow for', () => {
  test('say nothing of cheap ones, whoever asks for how many', async () => {
    node.answer = mute('eth_getLogs')
    await askInVain({ clients: four, body: call('eth_getLogs') })
    expect(await statusOf({ client: '192.0.2.9', body: call('eth_getLogs') })).toBe(502)
    for (const client of ['192.0.2.1', '192.0.2.9']) {
      expect(await statusOf({ client, body: call('eth_chainId') })).toBe(200)
      expect(await statusOf({ client, body: call('eth_call') })).toBe(200)
    }
  })

  test('of one client are no reason to refuse those of another, an IPv6 /48 being one', async () => {
    node.answer = mute('eth_getLogs')
    await askInVain({ clients: times(7, '192.0.2.1'), body: call('eth_getLogs') })
    node.answer = answers
    expect(await statusOf({ client: '192.0.2.9', body: call('eth_getLogs') })).toBe(200)
    node.answer = mute('eth_getLogs')
    const own = ['1', '2', '3', '4', '5', '6'].map((network) => `2001:db8:7:${network}::/64`)
    await askInVain({ clients: own, body: call('eth_getLogs') })
    node.answer = answers
    expect(await statusOf({ client: '192.0.2.9', body: call('eth_getLogs') })).toBe(200)
  })

  test('of several clients are left alone for longer and longer, until one is answered', async () => {
    node.answer = mute('eth_getLogs')
    const body = call('eth_getLogs')
    await askInVain({ clients: four, body })
    for (const restMs of [10_000, 20_000, 40_000, 60_000, 60_000]) {
      const asked = node.asked.length
      clock.pass(restMs - 1)
      expect(await statusOf({ client: '192.0.2.9', body })).toBe(502)
      expect(node.asked).toHaveLength(asked)
      clock.pass(1)
      await askInVain({ clients: four.slice(0, 3), body })
    }
    clock.pass(60_000)
    node.answer = answers
    expect(await statusOf({ client: '192.0.2.9', body })).toBe(200)
    node.answer = mute('eth_getLogs')
    await askInVain({ clients: four, body })
    clock.pass(10_000)
    node.answer = answers
    expect(await statusOf({ client: '192.0.2.9', body })).toBe(200)
  })

  test('are so many at the same time, of one client and of all; a cheap one finds its place beside them', async () => {
    node.answer = mute('eth_getLogs')
    const body = call('eth_getLogs')
    const clients = Array.from({ length: 4 }, (_, place) => times(16, `192.0.2.${place + 1}`)).flat()
    const asked = clients.map((client) => ask({ client, body }))
    await vi.waitFor(() => expect(node.asked).toHaveLength(64))
    expect(await ask({ client: '192.0.2.9', body })).toMatchObject({ status: 429, retryAfterSeconds: 1 })
    expect(await statusOf({ client: '192.0.2.9', body: call('eth_chainId') })).toBe(200)
    clock.expire()
    await Promise.all(asked)
    node.answer = answers
    expect(await statusOf({ client: '192.0.2.9', body: call('eth_blockNumber') })).toBe(200)
    const own = times(17, '192.0.2.8').map((client) =>
      statusOf({ client, body: [call('eth_call'), ...times(5, 'eth_call').map(call)] }),
    )
    expect((await Promise.all(own)).filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('[F22] cheap calls that fail', () => {
  test('rest their node by the word of three clients, not of one', async () => {
    node.answer = html({ status: 503 })
    for (const client of times(9, '192.0.2.1')) await ask({ client, body: call('eth_chainId') })
    expect(node.asked).toHaveLength(9)
    for (const client of four) await ask({ client, body: call('eth_chainId') })
    expect(node.asked).toHaveLength(12)
  })

  test('because it refuses connections rest all of it, whoever asks', async () => {
    await node.stop()
    for (const client of times(5, '192.0.2.1')) await ask({ client, body: call('eth_getLogs') })
    const { cause } = await ask({ client: '192.0.2.9', body: call('eth_chainId') })
    expect(cause?.cause).toMatchObject({ code: 'unreachable' })
  })

  test('in the server’s own check rest all of it', async () => {
    node.answer = hangUp
    for (let round = 0; round < 5; round += 1) await chain.check({ signal })
    await ask({ client: '192.0.2.9', body: call('eth_chainId') })
    expect(node.asked).toHaveLength(5)
  })
})

test('[S8.41] a node that limits dear calls is asked for cheap ones', async () => {
  node.answer = (asked) =>
    (JSON.stringify(asked.body).includes('eth_getLogs') ? limited({ retryAfter: '9' }) : answers)(asked)
  expect(await ask({ client: '192.0.2.1', body: call('eth_getLogs') })).toMatchObject({
    status: 429,
    retryAfterSeconds: 9,
  })
  expect(await statusOf({ client: '192.0.2.1', body: call('eth_chainId') })).toBe(200)
  expect(await statusOf({ client: '192.0.2.9', body: call('eth_getLogs') })).toBe(429)
  expect(node.asked).toHaveLength(2)
})
