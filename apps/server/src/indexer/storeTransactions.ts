import type { Orm } from '../db/database.js'
import { accountTransactions, chainEvents, transactions } from '../db/schema/indexer.js'
import type { IndexedTransaction } from './indexedTransaction.js'

/** A statement takes a limited number of values. */
const mostRows = 500

export interface StoreTransactions {
  tx: Orm
  chainId: string
  transactions: readonly IndexedTransaction[]
}

/** Writes down transactions with what they did. What is there already stays. */
export async function storeTransactions({ tx, chainId, transactions: found }: StoreTransactions): Promise<void> {
  const rows = found.map(({ events: _, accounts: __, value, ...transaction }) => {
    return { ...transaction, chainId, value: value.toString() }
  })
  for (const part of parts(rows)) await tx.insert(transactions).values(part).onConflictDoNothing()
  const events = found.flatMap(({ hash, events }) =>
    events.map(({ tokenId, amount, ...event }, ordinal) => {
      return { ...event, chainId, hash, ordinal, tokenId: tokenId?.toString() ?? null, amount: amount.toString() }
    }),
  )
  for (const part of parts(events)) await tx.insert(chainEvents).values(part).onConflictDoNothing()
  const accounts = found.flatMap(({ hash, blockNumber, position, minedAt, accounts }) =>
    accounts.map((address) => ({ address, chainId, hash, blockNumber, position, minedAt })),
  )
  for (const part of parts(accounts)) await tx.insert(accountTransactions).values(part).onConflictDoNothing()
}

function parts<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / mostRows)
  return Array.from({ length: count }, (_, index) => rows.slice(index * mostRows, (index + 1) * mostRows))
}
