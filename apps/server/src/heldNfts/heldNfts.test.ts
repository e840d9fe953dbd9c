import type { Database } from '@foyer/service/db/database'
import { handClock } from '@foyer/service-testing/handClock'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { createChains } from '../chains/createChains.js'
import { json, startFakeNode } from '../chains/test/fakeNode.js'
import { storeTransactions } from '../indexer/indexStore.js'
import { batchLog, indexedOf } from '../indexer/test/longBatch.js'
import { openTestDatabase } from '../test/openApi.js'
import { createHeldNfts } from './heldNfts.js'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

test('an account that was given thousands of tokens which it doesn’t have is asked about in the index once a page', async () => {
  const chainId = 'eip155:31337'
  const victim = `0x${'77'.repeat(20)}`
  const logs = [batchLog({ contract: `0x${'aa'.repeat(20)}`, to: victim, count: 1_000 })]
  await storeTransactions({ tx: database.orm, chainId, transactions: [indexedOf({ logs })] })
  const answerTo = (request: unknown) => ({ jsonrpc: '2.0', id: Object(request).id, result: '0x' })
  const node = await startFakeNode((request) => {
    const { body } = request
    json({ body: Array.isArray(body) ? body.map(answerTo) : answerTo(body) })(request)
  })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const config: ChainConfig = {
    id: chainId,
    name: 'Local',
    iconUrl: '',
    upstreams: [node.url],
    nativeCurrency,
    tokens: [],
    index: {},
  }
  const chains = createChains({ chains: [config], timeoutMs: 5_000, clock: handClock(Date.now()), random: () => 0.5 })
  const held = createHeldNfts({
    orm: database.orm,
    chains,
    nfts: { of: async () => new Map() },
    counterparties: async () => new Set(),
  })
  const select = vi.spyOn(database.orm, 'select')
  const page = await held.of({ address: victim, chainId, client: 'c', signal: new AbortController().signal })
  expect([page.nfts, page.next === null]).toEqual([[], false])
  expect(select.mock.calls.filter(([columns]) => columns !== undefined && 'tokenId' in columns)).toHaveLength(1)
  await node.stop()
})
