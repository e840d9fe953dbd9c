import type { Database } from '@foyer/service/db/database'
import { deployMarket, type StartedChain, startChain } from '@foyer/stack'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeNode, html, json, startFakeNode } from '../chains/test/fakeNode.js'
import { indexCursors } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import type { Indexer } from './indexer.js'
import { followedChain, followForTest } from './test/followForTest.js'
import { seeded, startActivity } from './test/randomActivity.js'
import { type Truth, truthOfChain, truthOfIndex } from './test/truth.js'

const chainId = 'eip155:31337'
/** A node that failed is asked again after a pause that grows as long as all of this has taken. */

let database: Database
let chain: StartedChain
let truth: Truth
let node: FakeNode
let indexer: Indexer | undefined
/** Changes each result on its way. */
let twist: (call: { method: string; result: unknown }) => unknown = ({ result }) => result

beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  const activity = await startActivity({
    url: chain.url,
    market: await deployMarket({ url: chain.url }),
    random: seeded(5),
  })
  for (let count = 0; count < 10; count += 1) await activity.act()
  truth = await truthOfChain({ url: chain.url })
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  database = await openTestDatabase()
  twist = ({ result }) => result
  node = await startFakeNode(({ body, response }) => {
    void passOn(body).then(
      (answer) => json({ body: answer })({ body, response }),
      () => response.destroy(), // the test is over, and the chain gone
    )
  })
})
afterEach(async () => {
  await indexer?.stop()
  indexer = undefined
  await Promise.all([node?.stop(), database?.close()])
})

interface Call {
  readonly id: number
  readonly method: string
}
const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'method' in value

/** Asks the real chain, and gives what the node is scripted to make of it. */
async function passOn(body: unknown): Promise<unknown> {
  const calls = (Array.isArray(body) ? body : [body]).filter(isCall)
  const answers = await Promise.all(
    calls.map(async (call) => {
      const answer = await fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(call),
      })
      const { result }: { result?: unknown } = JSON.parse(await answer.text())
      return { jsonrpc: '2.0', id: call.id, result: twist({ method: call.method, result }) ?? null }
    }),
  )
  return Array.isArray(body) ? answers : answers[0]
}

const withField = (result: unknown, fields: Readonly<Record<string, unknown>>) =>
  typeof result === 'object' && result !== null ? { ...result, ...fields } : result
const wrong = `0x${'99'.repeat(32)}`

test.each([
  ['a receipt that is missing', { method: 'eth_getTransactionReceipt', lie: () => null }],
  [
    'a receipt of another transaction',
    {
      method: 'eth_getTransactionReceipt',
      lie: (result: unknown) => withField(result, { transactionHash: wrong }),
    },
  ],
  [
    'a receipt of another block',
    {
      method: 'eth_getTransactionReceipt',
      lie: (result: unknown) => withField(result, { blockHash: wrong }),
    },
  ],
  [
    'logs of another block',
    {
      method: 'eth_getTransactionReceipt',
      lie: (result: unknown) => {
        const logs = typeof result === 'object' && result !== null && 'logs' in result ? result.logs : []
        return withField(result, {
          logs: Array.isArray(logs) ? logs.map((log) => withField(log, { blockHash: wrong })) : [],
        })
      },
    },
  ],
  [
    'a block whose parent is not the one before',
    {
      method: 'eth_getBlockByNumber',
      lie: (result: unknown) => withField(result, { parentHash: wrong }),
    },
  ],
  [
    'a block of another number',
    {
      method: 'eth_getBlockByNumber',
      lie: (result: unknown) => withField(result, { number: '0x9999' }),
    },
  ],
  ['a block that is missing', { method: 'eth_getBlockByNumber', lie: () => null }],
  ['no number', { method: 'eth_blockNumber', lie: () => 'many' }],
])('%s is not taken in, and asked for again until it fits', async (_, { method, lie }) => {
  twist = (call) => (call.method === method ? lie(call.result) : call.result)
  indexer = followForTest({ database, chains: [followedChain({ url: node.url })] })
  await expect.poll(() => indexer?.state()[0]?.failuresInARow).toBeGreaterThan(2)
  // What came before the lie may be there, block by block; of what it is about, nothing. It goes on, so all is read at once.
  const { cursor, facts, accounts } = await database.orm.transaction(async (orm) => {
    const [cursor] = await orm.select().from(indexCursors)
    return { cursor, ...(await truthOfIndex({ orm, chainId })) }
  })
  const numberOf = (line: string) => Number.parseInt(line, 10)
  const indexed = cursor?.blockNumber ?? -1
  expect(indexed).toBeLessThan(Math.max(...truth.accounts.map(numberOf)))
  expect(accounts).toEqual(truth.accounts.filter((line) => numberOf(line) <= indexed))
  expect(truth.facts).toEqual(expect.arrayContaining([...facts]))
  twist = ({ result }) => result
  await expect.poll(() => truthOfIndex({ orm: database.orm, chainId })).toEqual(truth)
  await expect.poll(() => indexer?.state()[0]).toMatchObject({ lag: 0, failuresInARow: 0 })
})

test('a node that is down is asked again, less and less often', async () => {
  node.answer = html({ status: 503 })
  indexer = followForTest({ database, chains: [followedChain({ url: node.url })] })
  await expect.poll(() => indexer?.state()[0]?.failuresInARow).toBeGreaterThan(4)
  expect(indexer.state()[0]).toMatchObject({ leads: true, head: null, indexed: null, lag: null })
  expect(node.asked.length).toBeLessThan(40)
})
