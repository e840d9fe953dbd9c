import type { Database } from '@foyer/service/db/database'
import { patientClock } from '@foyer/service-testing/patientClock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { createChains } from '../chains/createChains.js'
import type { IndexConfig } from '../chains/indexConfig.js'
import { indexCursors } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { isWholeHistory } from './wholeHistory.js'

const id = 'eip155:31337'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await database.orm.delete(indexCursors)
})

interface Followed {
  index?: IndexConfig | undefined
  startBlock?: number
  blockNumber?: number | null
}

test.each<[string, Followed, boolean]>([
  ['followed from its first block is whole', { index: {} }, true],
  ['that is not followed is not', { index: undefined }, false],
  ['that is not followed yet is not', { index: {}, blockNumber: null }, false],
  ['followed from a later block is not', { index: { fromBlock: 50 }, startBlock: 50 }, false],
  ['64 blocks behind is', { index: {}, blockNumber: 36 }, true],
  ['65 blocks behind is not', { index: {}, blockNumber: 35 }, false],
])('what is known of a chain %s', async (_, { index, startBlock = 1, blockNumber = 100 }, expected) => {
  const config: ChainConfig = {
    id,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: ['http://127.0.0.1:1'],
    tokens: [],
    index,
  }
  const chain = createChains({ chains: [config], timeoutMs: 1_000, clock: patientClock }).all[0] ?? expect.fail()
  await database.orm.insert(indexCursors).values({ chainId: id, startBlock, blockNumber, blockHash: '0x1' })
  // The newest block is 100.
  const answering = { ...chain, request: async () => [{ result: '0x64' }] }
  const whole = isWholeHistory({ orm: database.orm, chain: answering, signal: new AbortController().signal })
  expect(await whole).toBe(expected)
})
