import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { createChains } from '../chains/chains.js'
import type { Database } from '../db/database.js'
import { indexCursors } from '../db/schema/index.js'
import type { IndexConfig } from '../indexer/indexConfig.js'
import { openTestDatabase } from '../openApi.js'
import { patientClock } from '../patientClock.js'
import { createWholeHistory } from './wholeHistory.js'

const id = 'eip155:31337'
const logs = { kind: 'logs' } as const
const etherscan = { kind: 'etherscan', url: 'https://explorer.example' } as const

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await database.orm.delete(indexCursors)
})

interface Followed {
  index: IndexConfig | undefined
  startBlock?: number
  blockNumber?: number | null
  /** whether what was before is fetched */
  older?: boolean
}

/** What is known of an account on a chain whose newest block is 100. */
async function known({ index, startBlock = 1, blockNumber = 100, older = false }: Followed) {
  const config: ChainConfig = {
    id,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: ['http://127.0.0.1:1'],
    tokens: [],
    index,
  }
  const [chain] = createChains({ chains: [config], timeoutMs: 1_000, clock: patientClock }).all
  if (chain === undefined) return expect.fail()
  await database.orm.insert(indexCursors).values({ chainId: id, startBlock, blockNumber, blockHash: '0x1' })
  const whole = createWholeHistory({ orm: database.orm, older: { all: async () => older } })
  const answering = { ...chain, request: async () => [{ result: '0x64' }] }
  return whole.of({ chain: answering, address: '0x1', signal: AbortSignal.timeout(10_000) })
}

test.each<[string, Followed, string]>([
  ['followed from its first block', { index: { follow: 'all' } }, 'all'],
  ['that is not followed', { index: undefined }, 'unknown'],
  ['that is not followed yet', { index: { follow: 'all' }, blockNumber: null }, 'unknown'],
  ['followed from a later block', { index: { follow: 'all', fromBlock: 50 }, startBlock: 50 }, 'unknown'],
  ['whose index is far behind', { index: { follow: 'all' }, blockNumber: 20 }, 'unknown'],
  ['of accounts asked for, without what was before', { index: { follow: 'asked' }, startBlock: 90 }, 'unknown'],
  [
    'of accounts asked for, whose logs were read',
    { index: { follow: 'asked', older: logs }, startBlock: 90, older: true },
    'all',
  ],
  [
    'of accounts asked for, whose logs were read from a later block on',
    { index: { follow: 'asked', fromBlock: 50, older: logs }, startBlock: 90, older: true },
    'unknown',
  ],
  [
    'of accounts asked for, which a service lists: not what others sent for them',
    { index: { follow: 'asked', older: etherscan }, startBlock: 90, older: true },
    'transfers',
  ],
])('of a chain %s', async (_, followed, expected) => expect(await known(followed)).toBe(expected))
