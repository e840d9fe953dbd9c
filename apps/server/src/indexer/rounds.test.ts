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
