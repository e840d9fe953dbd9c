import type { Clock } from '@foyer/service/clock'
import { createLog } from '@foyer/service/log/createLog'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChainConfig } from './chain.js'
import type { Chains } from './chains.js'
import { createChainWatch } from './chainWatch.js'
import { createChains } from './createChains.js'
import { type FakeNode, hangUp, json, limited, results, silence, startFakeNode } from './test/fakeNode.js'

const nativeCurrency = { name: 'Coin', symbol: 'C', decimals: 18 }
const signal = new AbortController().signal

let nodes: FakeNode[]
let logged: string[]
let clock: Clock & { time: number; tick(ms: number): void }
beforeEach(() => {
  nodes = []
  logged = []
  const timers = new Map<() => void, number>()
  clock = {
    time: 1_000_000,
    now: () => clock.time,
    setTimeout: (callback, ms) => {
      timers.set(callback, clock.time + ms)
      return () => timers.delete(callback)
    },
    tick(ms) {
      clock.time += ms
      for (const [callback, at] of timers) {
        if (at > clock.time) continue
        timers.delete(callback)
        callback()
      }
    },
  }
})
afterEach(() => Promise.all(nodes.map((node) => node.stop())))

const startNodes = async (count: number, answers: Readonly<Record<string, unknown>>) => {
  nodes = await Promise.all(Array.from({ length: count }, () => startFakeNode(results(answers))))
  return nodes
}
const chainsOf = (id: ChainConfig['id'], more: Partial<ChainConfig> = {}): Chains =>
  createChains({
    chains: [
      { id, name: id, nativeCurrency, iconUrl: '', tokens: [], upstreams: nodes.map(({ url }) => url), ...more },
    ],
    timeoutMs: 2_000,
    clock,
  })
const watch = (chains: Chains) =>
  createChainWatch({
    chains,
    clock,
    log: createLog({ level: 'trace', to: { write: (line) => void logged.push(line) } }),
  })

describe('each kind of network is checked by its own methods', () => {
  test.each([
    ['eip155:10', { eth_chainId: '0xa', eth_blockNumber: '0x64' }, { eth_chainId: '0x1' }],
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      { getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', getSlot: 100 },
      { getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
    ],
    [
      'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz',
      { getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', getSlot: 100 },
      { getGenesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
    ],
    [
      'bip122:000000000019d6689c085ae165831e93',
      { getblockhash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f', getblockcount: 100 },
      { getblockhash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943' },
    ],
    [
      'near:mainnet',
      { status: { chain_id: 'mainnet', sync_info: { latest_block_height: 100, syncing: false } } },
      { status: { chain_id: 'testnet', sync_info: { latest_block_height: 100, syncing: false } } },
    ],
  ] as const)('%s', async (id, right, wrong) => {
    const [, other, mute] = await startNodes(3, right)
    if (!other || !mute) throw new Error('No nodes.')
    other.answer = results({ ...right, ...wrong })
    mute.answer = hangUp
    expect(await chainsOf(id).get(id).check({ signal })).toEqual(['healthy', 'wrong_chain', 'silent'])
  })

  test('a node that has not caught up, or says that it knows no such question, is one of the last', async () => {
    const syncing = { status: { chain_id: 'mainnet', sync_info: { latest_block_height: 100, syncing: true } } }
    await startNodes(1, syncing)
    expect(await chainsOf('near:mainnet').get('near:mainnet').check({ signal })).toEqual(['silent'])
  })

  test('another kind is not asked', async () => {
    const [node] = await startNodes(1, {})
    expect(await chainsOf('other:hub').get('other:hub').check({ signal })).toEqual(['unknown'])
    expect(node?.asked).toEqual([])
  })
})

describe('the watch', () => {
  const chainId = 'eip155:1'
  const answers = { eth_chainId: '0x1', eth_blockNumber: '0x64' }
  const block = async (chains: Chains) => {
    const [outcome] = await chains.get(chainId).request({ calls: [{ method: 'eth_blockNumber' }], signal })
    return outcome
  }
  const settled = async (chains: Chains, statuses: readonly string[]) =>
    vi.waitFor(() => expect(chains.get(chainId).health()).toEqual(statuses))

  test('asks at once and each ten seconds, and puts the nodes in order', async () => {
    const [first, second] = await startNodes(2, answers)
    if (!first || !second) throw new Error('No nodes.')
    const chains = chainsOf(chainId)
    const work = watch(chains)
    work.start()
    await settled(chains, ['healthy', 'healthy'])
    first.answer = results({ ...answers, eth_blockNumber: '0x1' })
    clock.tick(9_999)
    expect(first.asked).toHaveLength(1)
    clock.tick(1)
    await settled(chains, ['behind', 'healthy'])
    expect(await block(chains)).toEqual({ result: '0x64' })
    second.answer = hangUp
    expect(await block(chains)).toEqual({ result: '0x1' })
    await work.stop()
  })

  test.each([
    [1, 'the only node of a network is not well'],
    [2, 'a node is not well: the others are asked first'],
  ])('of %i says what becomes of one that isn’t well', async (count, said) => {
    const [first] = await startNodes(count, answers)
    if (!first) throw new Error('No node.')
    first.answer = hangUp
    const chains = chainsOf(chainId)
    const work = watch(chains)
    work.start()
    await settled(chains, ['silent', 'healthy'].slice(0, count))
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 40, upstream: 0, status: 'silent', msg: said })
    await work.stop()
  })

  test('[F28] takes out a node of another network, and says which by its place', async () => {
    const [first, second] = await startNodes(2, answers)
    if (!first || !second) throw new Error('No nodes.')
    first.answer = results({ eth_chainId: '0x5', eth_blockNumber: '0xffffff' })
    const chains = chainsOf(chainId)
    const work = watch(chains)
    work.start()
    await settled(chains, ['wrong_chain', 'healthy'])
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 50, chainId, upstream: 0, status: 'wrong_chain' })
    expect(logged.join('')).not.toMatch(/127\.0\.0\.1|secret-key/)

    second.answer = hangUp
    await expect(block(chains)).rejects.toMatchObject({ code: 'unreachable' })
    second.answer = results({ eth_chainId: '0x5', eth_blockNumber: '0x1' })
    clock.tick(10_000)
    await settled(chains, ['wrong_chain', 'wrong_chain'])
    await expect(block(chains)).rejects.toMatchObject({ code: 'wrong_chain', delivered: false })

    first.answer = results(answers)
    clock.tick(10_000)
    await settled(chains, ['healthy', 'wrong_chain'])
    expect(await block(chains)).toEqual({ result: '0x64' })
    await work.stop()
  })

  test('[F22] closes the circuit of a node that answers again, but honours its Retry-After', async () => {
    const [first] = await startNodes(1, answers)
    if (!first) throw new Error('No node.')
    const chains = chainsOf(chainId)
    first.answer = hangUp
    for (let round = 0; round < 5; round++) await chains.get(chainId).check({ signal })
    await expect(block(chains)).rejects.toThrow()
    expect(first.asked).toHaveLength(5)
    first.answer = results(answers)
    expect(await chains.get(chainId).check({ signal })).toEqual(['healthy'])
    expect(await block(chains)).toEqual({ result: '0x64' })

    first.answer = limited({ retryAfter: '30' })
    await expect(block(chains)).rejects.toMatchObject({ code: 'limited' })
    const asked = first.asked.length
    first.answer = results(answers)
    expect(await chains.get(chainId).check({ signal })).toEqual(['silent'])
    expect(first.asked).toHaveLength(asked)
  })

  test('ends while it waits for an answer, and again without having begun', async () => {
    const [first] = await startNodes(1, answers)
    if (!first) throw new Error('No node.')
    first.answer = silence
    const work = watch(chainsOf(chainId))
    work.start()
    await vi.waitFor(() => expect(first.asked).toHaveLength(1))
    await work.stop()
    await work.stop()
    clock.tick(100_000)
    expect(first.asked).toHaveLength(1)
    await watch(chainsOf(chainId)).stop()
  })
})

describe('large batches', () => {
  const chainId = 'eip155:1'
  const calls = (count: number) => Array.from({ length: count }, () => ({ method: 'eth_blockNumber' }))

  test('are split to the size that each node accepts, and answered as one', async () => {
    const [first] = await startNodes(2, { eth_blockNumber: '0x64' })
    const [url = '', other = ''] = nodes.map((node) => node.url)
    const chains = chainsOf(chainId, { upstreams: [{ url: url, headers: {}, maxBatch: 20 }, other] })
    const outcomes = await chains.get(chainId).request({ calls: calls(95), signal })
    expect(outcomes).toEqual(calls(95).map(() => ({ result: '0x64' })))
    const sizes = first?.asked.map(({ body }) => (Array.isArray(body) ? body.length : 1))
    expect(sizes?.sort()).toEqual([15, 20, 20, 20, 20])
  })

  test('are sent one by one to a kind of node that accepts none', async () => {
    const [first] = await startNodes(1, { block: 7 })
    const outcomes = await chainsOf('near:mainnet')
      .get('near:mainnet')
      .request({ calls: [{ method: 'block' }, { method: 'block' }], signal })
    expect(outcomes).toEqual([{ result: 7 }, { result: 7 }])
    expect(first?.asked.map(({ body }) => Array.isArray(body))).toEqual([false, false])
  })

  test('what was answered is an answer, though other parts found no node', async () => {
    const [first] = await startNodes(1, {})
    if (!first) throw new Error('No node.')
    first.answer = ({ body, response }) => {
      const isHash = JSON.stringify(body).includes('eth_sendRawTransaction')
      if (isHash) json({ body: [{ jsonrpc: '2.0', id: 0, result: '0xaa' }] })({ body, response })
      else response.destroy()
    }
    const chains = chainsOf(chainId, { upstreams: [{ url: first.url, headers: {}, maxBatch: 1 }] })
    const outcomes = await chains.get(chainId).request({
      calls: [{ method: 'eth_chainId' }, { method: 'eth_sendRawTransaction', params: ['0x02'] }],
      signal,
    })
    expect(outcomes).toEqual([{ error: { code: -32002, message: expect.any(String) } }, { result: '0xaa' }])
    first.answer = hangUp
    await expect(chains.get(chainId).request({ calls: calls(2), signal })).rejects.toMatchObject({
      code: 'unreachable',
    })
  })
})

test('[F28] a node gets the headers that it wants, and no error reveals them', async () => {
  const [first] = await startNodes(1, { eth_chainId: '0x1' })
  if (!first) throw new Error('No node.')
  const headers = { authorization: 'Bearer canary-key' }
  const chains = chainsOf('eip155:1', { upstreams: [{ url: first.url, headers }] })
  const { request } = chains.get('eip155:1')
  await request({ calls: [{ method: 'eth_chainId' }], signal })
  expect(first.asked[0]?.headers).toMatchObject({ ...headers, 'content-type': 'application/json' })
  first.answer = hangUp
  const error = await request({ calls: [{ method: 'eth_chainId' }], signal }).catch((cause: unknown) => cause)
  expect(`${error} ${JSON.stringify(error)} ${JSON.stringify(chains.get('eip155:1'))}`).not.toMatch(/canary|secret-key/)
})

test('[F22] a request is retried three times at most; nodes with an open circuit don’t count', async () => {
  await startNodes(6, {})
  for (const node of nodes) node.answer = hangUp
  const chains = chainsOf('eip155:1')
  let client = 0
  const ask = () => {
    client += 1
    return chains.get('eip155:1').request({ calls: [{ method: 'eth_chainId' }], client: `192.0.2.${client}`, signal })
  }
  await expect(ask()).rejects.toThrow()
  expect(nodes.map(({ asked }) => asked.length)).toEqual([1, 1, 1, 1, 0, 0])
  for (let index = 0; index < 4; index++) await expect(ask()).rejects.toThrow()
  const last = nodes.at(-1)
  if (last) last.answer = results({ eth_chainId: '0x1' })
  expect(await ask()).toEqual([{ result: '0x1' }])
})
