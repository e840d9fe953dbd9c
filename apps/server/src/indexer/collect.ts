import type { Block } from './block.js'
import { topics } from './decodeLog.js'
import { InconsistentNodeError } from './errors.js'
import { type IndexedTransaction, toIndexed } from './indexedTransaction.js'
import { type Reading, readHeaders, readLogs, readReceipts, type TopicFilter } from './readChain.js'

export interface Collect extends Reading {
  blocks: readonly Block[]
  /** the accounts that are followed; null for all */
  wanted: ReadonlySet<string> | null
}

/**
 * What the blocks hold for the accounts.
 * @throws UpstreamError · {@link InconsistentNodeError}
 */
export async function collect({ chain, blocks, wanted, signal }: Collect): Promise<readonly IndexedTransaction[]> {
  const touched = wanted === null ? null : await touchedByLogs({ chain, blocks, wanted, signal })
  const found = blocks.flatMap((block) => {
    const transactions = block.transactions.filter(
      ({ hash, from, to }) =>
        wanted === null || wanted.has(from) || (to !== null && wanted.has(to)) || touched?.has(hash),
    )
    return transactions.map((transaction) => ({ block, transaction }))
  })
  const receipts = await readReceipts({ chain, transactions: found.map(({ transaction }) => transaction), signal })
  return found.flatMap(({ block, transaction }, index) => {
    const receipt = receipts[index]
    return receipt === undefined ? [] : (toIndexed({ block, transaction, receipt, wanted }) ?? [])
  })
}

/** Above this it costs less to read all transfers than to name the accounts. */
const mostNamed = 500

const moves = [topics.transfer, topics.transferSingle, topics.transferBatch] as const
/** An approval's owner may have signed it for another to send. */
const approvals = [topics.approval, topics.approvalForAll] as const

/** Filters for tokens that an account gave, got or approved. An ERC-1155 has who moved it as its first address. */
export function accountFilters(accounts: ReadonlySet<string>): readonly TopicFilter[] {
  if (accounts.size > mostNamed) return [[[...moves, ...approvals]]]
  const padded = [...accounts].map((account) => `0x${account.slice(2).padStart(64, '0')}`)
  return [
    [[...moves, ...approvals], padded],
    [moves, null, padded],
    [[topics.transferSingle, topics.transferBatch], null, null, padded],
  ]
}

/** The transactions that moved or approved a token of one of the accounts, without being of or to it. */
async function touchedByLogs({
  chain,
  blocks,
  wanted,
  signal,
}: Collect & { wanted: ReadonlySet<string> }): Promise<ReadonlySet<string>> {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined || wanted.size === 0) return new Set()
  const filters = accountFilters(wanted)
  const logs = await readLogs({ chain, from: first.number, to: last.number, filters, signal })
  const hashes = new Set(blocks.map(({ hash }) => hash))
  if (!logs.every(({ blockHash }) => hashes.has(blockHash))) throw new InconsistentNodeError({ part: 'logs' })
  // Logs that are missing can't be seen; but if the last block is still the same, the chain didn't move meanwhile.
  const [now] = await readHeaders({ chain, numbers: [last.number], signal })
  if (now?.hash !== last.hash) throw new InconsistentNodeError({ part: 'logs' })
  return new Set(logs.map(({ transactionHash }) => transactionHash))
}
