import { and, eq } from 'drizzle-orm'
import type { Chain } from '../../chains/chains.js'
import type { Orm } from '../../db/database.js'
import { watchedAddresses } from '../../db/schema/indexer.js'
import { InconsistentNodeError } from '../../indexer/errors.js'
import { type IndexedTransaction, toIndexed } from '../../indexer/indexedTransaction.js'
import { readHeaders, readReceipts, readTransactions } from '../../indexer/readChain.js'
import { storeTransactions } from '../../indexer/storeTransactions.js'
import type { HistorySource } from './historySource.js'

export interface ImportOlder {
  orm: Orm
  chain: Chain
  source: HistorySource
  /** in lower case */
  address: string
  /** the last block that is missing */
  missingUpTo: number
  signal: AbortSignal
}

/**
 * Fetches some of an account's older history, newest first, and writes it down, unless a reorganisation came in between.
 * @throws HistorySourceError · UpstreamError · {@link InconsistentNodeError}
 */
export async function importOlder({ orm, chain, source, address, missingUpTo, signal }: ImportOlder): Promise<void> {
  const found = await source.before({ chain, address, upTo: missingUpTo, signal })
  const hashes = found.transactions.map(({ hash }) => hash)
  const transactions = await readOlder({ chain, address, hashes, upTo: missingUpTo, signal })
  const completeFrom = found.remaining === null ? 0 : await readTime({ chain, number: found.remaining + 1, signal })
  const { chainId, address: watched } = watchedAddresses
  await orm.transaction(async (tx) => {
    const own = and(eq(chainId, chain.id), eq(watched, address))
    const [now] = await tx.select().from(watchedAddresses).where(own).for('update')
    if (now?.missingUpTo !== missingUpTo) return // another request was faster, or some of it isn't on the chain any more
    await storeTransactions({ tx, chainId: chain.id, transactions })
    await tx.update(watchedAddresses).set({ missingUpTo: found.remaining, completeFrom }).where(own)
  })
}

interface ReadOlder extends Pick<ImportOlder, 'chain' | 'address' | 'signal'> {
  hashes: readonly string[]
  upTo: number
}

/** What a source names without its being on the chain is left out. */
async function readOlder({ chain, address, hashes, upTo, signal }: ReadOlder): Promise<readonly IndexedTransaction[]> {
  const known = (await readTransactions({ chain, hashes, signal })).filter(({ blockNumber }) => blockNumber <= upTo)
  const receipts = await readReceipts({ chain, transactions: known, signal })
  const numbers = [...new Set(known.map(({ blockNumber }) => blockNumber))]
  const headers = await readHeaders({ chain, numbers, signal })
  const byHash = new Map(headers.flatMap((header) => (header === null ? [] : [[header.hash, header] as const])))
  return known.flatMap((transaction, index) => {
    const block = byHash.get(transaction.blockHash)
    const receipt = receipts[index]
    if (block === undefined || receipt === undefined) throw new InconsistentNodeError({ part: 'transactions' })
    return toIndexed({ block, transaction, receipt, wanted: new Set([address]) }) ?? []
  })
}

async function readTime({ chain, number, signal }: Pick<ImportOlder, 'chain' | 'signal'> & { number: number }) {
  const [header] = await readHeaders({ chain, numbers: [number], signal })
  if (!header) throw new InconsistentNodeError({ part: 'headers' })
  return header.timestamp
}
