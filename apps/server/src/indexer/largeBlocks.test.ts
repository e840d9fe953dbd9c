import { systemClock } from '@foyer/service/clock'
import { createLog } from '@foyer/service/log/createLog'
import { expect, test } from 'vitest'
import type { Chain, RpcCall, RpcOutcome } from '../chains/chains.js'
import { createChains } from '../chains/createChains.js'
import { json, startFakeNode } from '../chains/test/fakeNode.js'
import { UpstreamError, type UpstreamFault } from '../rpc/UpstreamError.js'
import type { IndexedTransaction } from './indexedTransaction.js'
import { mostRefusals } from './readInParts.js'
import { createRounds } from './rounds.js'
import { followedChain } from './test/followForTest.js'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const [sender, receiver] = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`]

/** A chain of one block of so many transactions, as a node answers one call about it. */
function chainOf({ count, input }: { count: number; input: string }) {
  const block = { number: '0x1', hash: word(1), parentHash: word(0), timestamp: '0x1' }
  const transactions = Array.from({ length: count }, (_, index) => {
    const place = { blockHash: word(1), blockNumber: '0x1', transactionIndex: `0x${index.toString(16)}` }
    return { hash: word(index + 100), ...place, from: sender, to: receiver, nonce: '0x3', value: '0x7', input }
  })
  const answer = ({ method, params }: RpcCall): unknown => {
    const [name, isWhole] = Array.isArray(params) ? params : []
    if (method === 'eth_blockNumber') return '0x1'
    if (method === 'eth_getBlockByNumber')
      return { ...block, transactions: isWhole === true ? transactions : transactions.map(({ hash }) => hash) }
    const found = transactions.find(({ hash }) => hash === name)
    if (method === 'eth_getTransactionByHash' || found === undefined) return found ?? null
    const { hash: transactionHash, blockHash, blockNumber, transactionIndex, from, to } = found
    return { transactionHash, blockHash, blockNumber, transactionIndex, from, to, status: '0x1', logs: [] }
  }
  return { answer, hashes: transactions.map(({ hash }) => hash) }
}

/** The rounds of an index that begins, and what it has taken. */
function follow(request: Chain['request']) {
  const taken: IndexedTransaction[] = []
  const rounds = createRounds({
    chain: { id: 'eip155:31337', tokens: [], request },
    config: {},
    store: {
      read: async () => ({ startBlock: 1, block: null }),
      remembered: async () => [],
      take: async ({ transactions }) => void taken.push(...transactions),
    },
    lease: { hold: async () => true, release: async () => {} },
    leaseMs: 1_000,
    log: createLog({ level: 'silent' }),
    signal: new AbortController().signal,
  })
  return { rounds, taken }
}

test('a block of more than an answer may be is read by the names of its transactions', async () => {
  // 92 million gas of zeros (EIP-7623): 17.8 MB as JSON.
  const { answer, hashes } = chainOf({ count: 70, input: `0x${'00'.repeat(127 * 1024)}` })
  const answerTo = (call: unknown) => {
    const { id, method, params } = Object(call)
    return { jsonrpc: '2.0', id, result: answer({ method, params }) }
  }
  const node = await startFakeNode((request) => {
    const { body } = request
    json({ body: Array.isArray(body) ? body.map(answerTo) : answerTo(body) })(request)
  })
  const chains = createChains({ chains: [followedChain({ url: node.url })], timeoutMs: 30_000, clock: systemClock })
  const { rounds, taken } = follow(chains.get('eip155:31337').request)
  await rounds.next()
  expect(taken.map(({ hash }) => hash)).toEqual(hashes)
  expect(taken[0]).toMatchObject({ selector: '0x00000000', value: 7n, nonce: 3 })
  expect(rounds.state()).toMatchObject({ indexed: 1, failures: 0, unread: 0 })
  await node.stop()
})

interface Refused {
  /** whether a node doesn't give what is asked together */
  readonly refuses: (calls: readonly RpcCall[]) => boolean
  readonly by: UpstreamFault | 'error'
}

/** A node that never gives some of what it is asked for. */
const refusing = ({ refuses, by, answer }: Refused & { answer: (call: RpcCall) => unknown }): Chain['request'] => {
  return async ({ calls }) => {
    if (!refuses(calls)) return calls.map((call): RpcOutcome => ({ result: answer(call) }))
    if (by === 'error') return calls.map(() => ({ error: { code: -32000, message: 'query timeout' } }))
    throw new UpstreamError({ code: by, host: 'node.example', delivered: true })
  }
}

const asks = (method: string, hash?: string) => (calls: readonly RpcCall[]) =>
  calls.some((call) => call.method === method && (hash === undefined || Object(call.params)[0] === hash))
const asksForWhole = (calls: readonly RpcCall[]) =>
  calls.some(({ method, params }) => method === 'eth_getBlockByNumber' && Object(params)[1] === true)
const third = word(102)

test.each([
  ['a transaction', asks('eth_getTransactionByHash', third)],
  ['a receipt', asks('eth_getTransactionReceipt', third)],
] as const)('%s that is too large alone is done without: of its transaction the rest is known', async (_, refuses) => {
  const { answer, hashes } = chainOf({ count: 5, input: '0xa9059cbb00' })
  const large = (calls: readonly RpcCall[]) => asksForWhole(calls) || refuses(calls)
  const { rounds, taken } = follow(refusing({ refuses: large, by: 'too_large', answer }))
  await rounds.next()
  expect(taken.map(({ hash }) => hash)).toEqual(hashes)
  expect(taken[2]).toMatchObject({ from: sender, to: receiver, position: 2 })
  expect(rounds.state()).toMatchObject({ indexed: 1, failures: 0, unread: 1 })
})

test('a transaction of which neither itself nor its receipt can be had is left out', async () => {
  const { answer, hashes } = chainOf({ count: 5, input: '0x' })
  const refuses = (calls: readonly RpcCall[]) =>
    asksForWhole(calls) ||
    asks('eth_getTransactionByHash', third)(calls) ||
    asks('eth_getTransactionReceipt', third)(calls)
  const { rounds, taken } = follow(refusing({ refuses, by: 'too_large', answer }))
  await rounds.next()
  expect(taken.map(({ hash }) => hash)).toEqual(hashes.filter((hash) => hash !== third))
  expect(rounds.state()).toMatchObject({ indexed: 1, failures: 0, unread: 1 })
})

test.each(
  (['silent', 'status', 'not_json_rpc', 'unreachable', 'error'] as const).flatMap((by) => [
    { by, what: 'a block', refuses: asksForWhole },
    { by, what: 'many receipts at once', refuses: (calls: readonly RpcCall[]) => calls.length > 2 },
    { by, what: 'one receipt', refuses: asks('eth_getTransactionReceipt', third) },
  ]),
)('the index goes on where a node never gives $what, but fails by `$by`', async ({ by, refuses }) => {
  const { answer, hashes } = chainOf({ count: 5, input: '0x' })
  const { rounds, taken } = follow(refusing({ refuses, by, answer }))
  for (let round = 0; round < 16 && taken.length === 0; round += 1) await rounds.next()
  expect(taken.map(({ hash }) => hash)).toEqual(hashes)
})

test('a transaction that a node behind doesn’t know yet is left out of no block', async () => {
  const { answer, hashes } = chainOf({ count: 5, input: '0x' })
  const node = { isLate: true }
  const { rounds, taken } = follow(async ({ calls }) => {
    if (asksForWhole(calls)) throw new UpstreamError({ code: 'too_large', host: 'node.example', delivered: true })
    return calls.map((call): RpcOutcome => {
      const isUnknown = node.isLate && asks('eth_getTransactionByHash', third)([call])
      return { result: isUnknown ? null : answer(call) }
    })
  })
  await rounds.next()
  expect(taken).toEqual([])
  node.isLate = false
  await rounds.next()
  expect(taken.map(({ hash }) => hash)).toEqual(hashes)
})

test.each([
  { code: -32005, message: 'limit exceeded' },
  { code: 429, message: 'slow down' },
  { code: -32002, message: 'resource unavailable' },
  { code: -32000, message: 'Rate limit reached' },
])('nothing is done without where a node limits what it is asked, by $code', async (error) => {
  const { answer, hashes } = chainOf({ count: 5, input: '0x' })
  const node = { isLimited: true }
  const { rounds, taken } = follow(async ({ calls }) => {
    const isLimited = node.isLimited && asks('eth_getTransactionReceipt')(calls)
    return calls.map((call): RpcOutcome => (isLimited ? { error } : { result: answer(call) }))
  })
  for (let round = 0; round < 20; round += 1) await rounds.next()
  expect(taken).toEqual([])
  node.isLimited = false
  for (let round = 0; round < 8 && taken.length === 0; round += 1) await rounds.next()
  expect(taken.map(({ hash, events }) => [hash, events.length])).toEqual(hashes.map((hash) => [hash, 1]))
  expect(rounds.state().unread).toBe(0)
})

const refuseOne = refusing({
  refuses: asks('eth_getTransactionReceipt', third),
  by: 'error',
  answer: chainOf({ count: 5, input: '0x' }).answer,
})

test('what a node refused in each round is asked for once more, and is not said to have succeeded where it is done without', async () => {
  const { rounds, taken } = follow(refuseOne)
  for (let round = 1; round < mostRefusals; round += 1) await rounds.next()
  expect(taken).toEqual([])
  await rounds.next()
  expect(taken.map(({ succeeded }) => succeeded)).toEqual([true, true, null, true, true])
  expect(taken[2]?.events).toEqual([])
})

test('a node that refuses one more receipt in each block keeps the index for three seconds a block', async () => {
  const { rounds, taken } = follow(refuseOne)
  while (taken.length === 0) await rounds.next()
  for (let block = 0; block < 3; block += 1) {
    taken.length = 0
    let waited = 0
    while (taken.length === 0) waited += await rounds.next()
    expect(waited).toBeLessThanOrEqual(4_000)
  }
})

test('while a node gives no receipts at all none is done without', async () => {
  const { answer, hashes } = chainOf({ count: 5, input: '0x' })
  const asked = { isOut: false }
  const { rounds, taken } = follow(async ({ calls }) => {
    const isOut = asked.isOut && asks('eth_getTransactionReceipt')(calls)
    return calls.map(
      (call): RpcOutcome => (isOut ? { error: { code: -32603, message: 'internal error' } } : { result: answer(call) }),
    )
  })
  await rounds.next()
  taken.length = 0
  asked.isOut = true
  for (let round = 0; round < 40; round += 1) await rounds.next()
  expect(taken).toEqual([])
  asked.isOut = false
  await rounds.next()
  expect(taken.map(({ hash, succeeded }) => [hash, succeeded])).toEqual(hashes.map((hash) => [hash, true]))
})

test('a node that is away is asked again for all of it, however long that is', async () => {
  const { answer, hashes } = chainOf({ count: 5, input: '0x' })
  const node = { isAway: true }
  const { rounds, taken } = follow(async ({ calls }) => {
    if (node.isAway && !asks('eth_blockNumber')(calls))
      throw new UpstreamError({ code: 'unreachable', host: 'node.example', delivered: false })
    return calls.map((call) => ({ result: answer(call) }))
  })
  for (let round = 0; round < 20; round += 1) await rounds.next()
  expect(taken).toEqual([])
  node.isAway = false
  await rounds.next()
  expect(taken.map(({ hash }) => hash)).toEqual(hashes)
  expect(rounds.state().unread).toBe(0)
})
