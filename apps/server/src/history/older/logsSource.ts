import { accountFilters } from '../../indexer/collect.js'
import { readLogs } from '../../indexer/readChain.js'
import type { HistorySource } from './historySource.js'

/** The range of blocks that nodes accept in one query. */
const window = 10_000
/** A page's worth is enough for a start. */
const enough = 50
const mostWindows = 20

/**
 * Reads the logs that name an account from the network's node: all tokens that moved or were approved, from the first block that is
 * followed on. A transfer of the network's coin alone leaves no log, so it isn't among them.
 */
export function createLogsSource({ fromBlock }: { fromBlock: number }): HistorySource {
  return {
    async before({ chain, address, upTo, signal }) {
      const filters = accountFilters(new Set([address]))
      const hashes = new Set<string>()
      let to = upTo
      for (let count = 0; count < mostWindows && to >= fromBlock && hashes.size < enough; count += 1) {
        const from = Math.max(fromBlock, to - window + 1)
        for (const log of await readLogs({ chain, from, to, filters, signal })) hashes.add(log.transactionHash)
        to = from - 1
      }
      return { transactions: [...hashes].map((hash) => ({ hash })), remaining: to < fromBlock ? null : to }
    },
  }
}
