import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalsInIndex } from '../approvals/approvalsInIndex.js'
import { readPage } from '../history/readPage.js'
import { openTestDatabase } from '../test/openApi.js'
import type { ChainLog } from './block.js'
import { topics } from './decodeLog.js'
import { toIndexed } from './indexedTransaction.js'
import { storeTransactions } from './indexStore.js'

const chainId = 'eip155:31337'
const word = (value: number) => value.toString(16).padStart(64, '0')
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const topicOf = (account: string) => `0x${'0'.repeat(24)}${account.slice(2)}`
const [thief, usdc, unlisted, spender] = [address(0xb2), address(0xc3), address(0xc4), address(0xd4)]

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type BareLog = Pick<ChainLog, 'address' | 'topics' | 'data'>
interface Written {
  at: string
  from: string
  to?: string | undefined
  amount?: number | undefined
}

const logOf = (topic: string, { at, from, to = spender, amount = 1 }: Written): BareLog => ({
  address: at,
  topics: [topic, topicOf(from), topicOf(to)],
  data: `0x${word(amount)}`,
})
const approval = (written: Written) => logOf(topics.approval, written)
const transfer = (written: Written) => logOf(topics.transfer, written)
const many = (count: number, log: (index: number) => BareLog) => Array.from({ length: count }, (_, index) => log(index))
const contract = (index: number) => address(0x10_000 + index)

let count = 0
/** A victim of its own, and what the index has of them after a transaction that has these logs. */
async function known({ logsOf, isSigned = false }: { logsOf: (victim: string) => BareLog[]; isSigned?: boolean }) {
  count += 1
  const victim = address(0xa1_0000_0000 + count)
  const [hash, blockHash] = [`0x${word(count)}`, `0x${word(1_000 + count)}`]
  const named = { hash, blockHash, transactionIndex: 0 }
  const from = isSigned ? victim : thief
  const transaction = toIndexed({
    block: { number: count, timestamp: 1_700_000_000 + count },
    transaction: { ...named, from, to: thief, nonce: 0, value: 0n, input: '0x' },
    receipt: {
      transactionHash: hash,
      blockHash,
      contractAddress: null,
      status: true,
      logs: logsOf(victim).map((log) => ({ ...log, blockHash, transactionHash: hash })),
    },
    listed: new Set([usdc]),
  })
  const { orm } = database
  await storeTransactions({ tx: orm, chainId, transactions: [transaction] })
  const approvals = await approvalsInIndex({ orm, chainId, address: victim, listed: [usdc], most: 200 })
  const page = await readPage({ orm, address: victim, chainIds: [chainId], cursor: null, most: 10 })
  return { ...approvals, events: page.entries.flatMap(({ events }) => events) }
}

test.each([
  ['the account’s own', true, 50],
  ['a stranger’s that hands in a permit', false, 50],
  ['a stranger’s that hands in a permit', false, 4_000],
] as const)(
  'an approval of a listed token is hidden by no other contracts’ in one transaction, %s (signed: %s, %i contracts)',
  async (_, isSigned, fakes) => {
    const { approvals, isWhole } = await known({
      isSigned,
      logsOf: (from) => [
        ...many(fakes, (index) => approval({ at: contract(index), from })),
        approval({ at: usdc, from, amount: 500 }),
      ],
    })
    expect(approvals.filter((each) => each.contract === usdc)).toMatchObject([{ spender }])
    expect(isWhole).toBe(false)
  },
)

test.each([
  ['51 others of its own', 51, (from: string) => from],
  ['3,000 others of others', 3_000, (_: string, index: number) => address(0x9_000_000 + index)],
] as const)(
  'of an account of which an approval isn’t written down, for %s, not all are said to be known',
  async (_, fakes, ownerOf) => {
    const { isWhole } = await known({
      logsOf: (from) => [
        ...many(fakes, (index) => approval({ at: contract(index), from: ownerOf(from, index) })),
        approval({ at: unlisted, from }),
        approval({ at: unlisted, from, to: thief }),
      ],
    })
    expect(isWhole).toBe(false)
  },
)

test('an account of which all approvals are written down has all of them known', async () => {
  const { approvals, isWhole } = await known({ logsOf: (from) => [approval({ at: usdc, from })] })
  expect([approvals.length, isWhole]).toEqual([1, true])
})

const away = (from: string) => transfer({ at: usdc, from, to: thief, amount: 10_000 })
test.each([
  [
    '100 contracts that give it something',
    (to: string) => many(100, (i) => transfer({ at: contract(i), from: thief, to })),
  ],
  ['2,000 contracts that name nobody', () => many(2_000, (i) => transfer({ at: contract(i), from: thief }))],
  ['100 gifts of the same token', (to: string) => many(100, (i) => transfer({ at: usdc, from: contract(i), to }))],
  ['2,000 transfers of it between others', () => many(2_000, () => transfer({ at: usdc, from: thief }))],
  [
    '2,000 transfers of nothing in its name',
    (from: string) => many(2_000, () => transfer({ at: usdc, from, amount: 0 })),
  ],
  [
    '2,000 small ones of it to the same thief',
    (from: string) => many(2_000, () => transfer({ at: usdc, from, to: thief })),
  ],
] as const)('a transfer of a listed token out of an account isn’t hidden by %s', async (_, before) => {
  const { events } = await known({ logsOf: (victim) => [...before(victim), away(victim)] })
  expect(events).toContainEqual(expect.objectContaining({ contract: usdc, to: thief, amount: 10_000n }))
})
