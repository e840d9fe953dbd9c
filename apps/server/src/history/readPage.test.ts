import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTransactions, transactions } from '../db/schema/index.js'
import { mostEventsShown } from '../indexer/eventsOfAccounts.js'
import { storeTransactions } from '../indexer/indexStore.js'
import { batchLog, indexedOf, transferLog } from '../indexer/test/longBatch.js'
import { openTestDatabase } from '../test/openApi.js'
import type { HistoryCursor } from './cursor.js'
import { readPage } from './readPage.js'

const chainId = 'eip155:1'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

/** Gives an account so many transactions, one a block. */
async function fill({ address, count }: { address: string; count: number }) {
  const rows = Array.from({ length: count }, (_, index) => {
    const place = { chainId, hash: `${address}/${index}`, blockNumber: index + 1, position: 0, minedAt: 1_000 + index }
    return {
      ...place,
      from: address,
      to: address,
      nonce: index,
      value: '1',
      selector: '0x',
      succeeded: true,
      recipients: 1,
    }
  })
  if (rows.length === 0) return
  await database.orm.insert(transactions).values(rows)
  await database.orm.insert(accountTransactions).values(rows.map((row) => ({ ...row, address })))
}

test.each([
  [0, [0]],
  [1, [1]],
  [49, [49]],
  [50, [50]],
  [51, [50, 1]],
  [100, [50, 50]],
  [101, [50, 50, 1]],
])('[S7.5] %d transactions are pages of %j: the last, exactly full or not, has no next', async (count, expected) => {
  const address = `account ${count}`
  await fill({ address, count })
  const sizes: number[] = []
  const seen = new Set<string>()
  for (let cursor: HistoryCursor | null | undefined; cursor !== null; ) {
    const page = await readPage({ orm: database.orm, address, chainIds: [chainId], cursor: cursor ?? null, most: 50 })
    sizes.push(page.entries.length)
    for (const { transaction } of page.entries) seen.add(transaction.hash)
    cursor = page.next
  }
  expect(sizes).toEqual(expected)
  expect(seen.size).toBe(count)
})

test('of a transaction a page has the account’s own events, a hundred at most, each contract’s first before the second of any', async () => {
  const [victim, neighbour] = [`0x${'77'.repeat(20)}`, `0x${'78'.repeat(20)}`]
  const [loud, quiet] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
  const others = Array.from({ length: 30 }, () => transferLog({ contract: quiet, to: neighbour }))
  const logs = [
    batchLog({ contract: loud, to: victim, count: 1_000 }),
    ...others,
    transferLog({ contract: quiet, to: victim }),
  ]
  await storeTransactions({
    tx: database.orm,
    chainId,
    transactions: [indexedOf({ logs, at: 1 }), indexedOf({ logs: logs.slice(1), at: 2 })],
  })
  const page = await readPage({ orm: database.orm, address: victim, chainIds: [chainId], cursor: null, most: 50 })
  expect(page.entries.map(({ events }) => events.length)).toEqual([1, mostEventsShown])
  const contracts = page.entries.map(({ events }) => events.map((event) => event.contract))
  expect(contracts[0]).toEqual([quiet])
  expect(contracts[1]?.slice(-2)).toEqual([loud, quiet])
})
