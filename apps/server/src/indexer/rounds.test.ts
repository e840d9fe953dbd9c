import { createLog } from '@foyer/service/log/createLog'
import { expect, test } from 'vitest'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { IndexStore } from './indexStore.js'
import { createRounds } from './rounds.js'

const hash = `0x${'11'.repeat(32)}`
const header = { number: '0x5', hash, parentHash: hash, timestamp: '0x1' }

/** An index that stands at block 5, of a chain whose node answers as it is told to. */
function setUp() {
  const node = { head: '0x5', isAway: false, isBroken: false }
  const store: IndexStore = {
    read: async () => ({ startBlock: 1, block: { number: 5, hash } }),
    remembered: async () => [],
    take: async () => {},
  }
  const rounds = createRounds({
    chain: {
      id: 'eip155:31337',
      tokens: [],
      request: async ({ calls }) => {
        if (node.isAway) throw new UpstreamError({ code: 'unreachable', host: 'node.example', delivered: false })
        return calls.map(({ method, params }) => {
          if (method === 'eth_blockNumber') return { result: node.head }
          const isWhole = Array.isArray(params) && params.includes(true)
          return { result: isWhole && node.isBroken ? null : header }
        })
      },
    },
    config: {},
    store,
    lease: { hold: async () => true, release: async () => {} },
    leaseMs: 1_000,
    log: createLog({ level: 'silent' }),
    signal: new AbortController().signal,
  })
  return { node, rounds }
}

test('a round that fails says how far behind the index is, instead of what the last good one said', async () => {
  const { node, rounds } = setUp()
  await rounds.next()
  expect(rounds.state()).toMatchObject({ head: 5, indexed: 5, lag: 0, failuresInARow: 0 })
  Object.assign(node, { head: '0x2d', isBroken: true })
  await rounds.next()
  expect(rounds.state()).toMatchObject({ head: 45, indexed: 5, lag: 40, failuresInARow: 1 })
})

test('a round that can not see the chain does not say that nothing is behind', async () => {
  const { node, rounds } = setUp()
  await rounds.next()
  node.isAway = true
  await rounds.next()
  expect(rounds.state()).toMatchObject({ head: null, indexed: 5, lag: null, failuresInARow: 1 })
  node.isAway = false
  await rounds.next()
  expect(rounds.state()).toMatchObject({ head: 5, lag: 0, failuresInARow: 0 })
})

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
/** A chain of one block of five transactions: a node that answers no more than these receipts at once, and of these transactions none at all. */
function startLarge({
  mostReceipts,
  unreadable = [],
  fails = 'whole',
}: {
  mostReceipts: number
  unreadable?: readonly number[]
  fails?: 'whole' | 'rest'
}) {
  const taken: string[] = []
  const address = `0x${'22'.repeat(20)}`
  const transactions = [0, 1, 2, 3, 4].map((index) => {
    const named = { hash: word(index + 100), blockHash: word(1), transactionIndex: `0x${index}` }
    return { ...named, from: address, to: address, nonce: '0x0', value: '0x7', input: '0x' }
  })
  const block = { number: '0x1', hash: word(1), parentHash: word(0), timestamp: '0x1', transactions }
  const receiptOf = (hash: unknown) => ({ transactionHash: hash, blockHash: word(1), status: '0x1', logs: [] })
  const isUnreadable = (hash: unknown) => unreadable.some((index) => word(index + 100) === hash)
  const rounds = createRounds({
    chain: {
      id: 'eip155:31337',
      tokens: [],
      request: async ({ calls }) => {
        const asked = calls.flatMap(({ method, params }) =>
          method === 'eth_getTransactionReceipt' && Array.isArray(params) ? params : [],
        )
        const isOver = asked.length > mostReceipts || asked.some(isUnreadable)
        if (isOver && fails === 'whole')
          throw new UpstreamError({ code: 'too_large', host: 'node.example', delivered: true })
        return calls.map(({ method, params }, index) => {
          if (method === 'eth_blockNumber') return { result: '0x1' }
          if (method === 'eth_getBlockByNumber') return { result: block }
          if (index >= mostReceipts) return { error: { code: -32003, message: 'response too large' } }
          return { result: receiptOf(Array.isArray(params) ? params[0] : undefined) }
        })
      },
    },
    config: {},
    store: {
      read: async () => ({ startBlock: null, block: null }),
      remembered: async () => [],
      take: async (step) => {
        taken.push(...step.transactions.map((each) => each.hash))
      },
    },
    lease: { hold: async () => true, release: async () => {} },
    leaseMs: 1_000,
    log: createLog({ level: 'silent' }),
    signal: new AbortController().signal,
  })
  return { rounds, taken, hashes: transactions.map(({ hash }) => hash) }
}

test.each([
  { mostReceipts: 2, fails: 'whole' },
  { mostReceipts: 1, fails: 'whole' },
  { mostReceipts: 2, fails: 'rest' },
] as const)(
  'receipts that are too large together are asked for in smaller parts: $mostReceipts at most, the $fails refused',
  async (how) => {
    const { rounds, taken, hashes } = startLarge(how)
    await rounds.next()
    expect(taken).toEqual(hashes)
    expect(rounds.state()).toMatchObject({ indexed: 1, failures: 0, unread: 0 })
  },
)

test('a receipt that is too large by itself is taken without its logs, and the state says so: the index goes on', async () => {
  const { rounds, taken, hashes } = startLarge({ mostReceipts: 3, unreadable: [1, 4] })
  await rounds.next()
  expect(taken).toEqual(hashes)
  expect(rounds.state()).toMatchObject({ indexed: 1, failures: 0, unread: 2 })
})
