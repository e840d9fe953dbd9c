import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTransactions, transactions } from '../db/schema/index.js'
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
