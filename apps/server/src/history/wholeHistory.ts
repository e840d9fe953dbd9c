import { eq } from 'drizzle-orm'
import type { Chain } from '../chains/chains.js'
import { readQuantity } from '../chains/readQuantity.js'
import type { Orm } from '../db/database.js'
import { indexCursors } from '../db/schema/indexer.js'
import type { OlderHistory } from './olderHistory.js'

/** Says whether the index has all that an account ever did and had done to it. */
export interface WholeHistory {
  /**
   * Where not all accounts are followed, this one is from now on, and what it did before is fetched, as far as one request may.
   * @param request.address - in lower case
   * @returns `transfers`: nothing moved that the index doesn't have; `all`: nothing was approved either; `unknown`: neither is sure
   * @throws UpstreamError when the chain doesn't answer
   */
  of(request: { chain: Chain; address: string; signal: AbortSignal }): Promise<WholeHistoryOf>
}

export type WholeHistoryOf = 'all' | 'transfers' | 'unknown'

/** An index that is further behind is being made, or has stopped. */
const mostBehind = 64
/** Nothing happens in the block before it. */
const firstBlock = 1

export function createWholeHistory({ orm, older }: { orm: Orm; older: Pick<OlderHistory, 'all'> }): WholeHistory {
  return {
    async of({ chain, address, signal }) {
      const { index } = chain
      if (index === undefined || !chain.id.startsWith('eip155:')) return 'unknown'
      const isOld = index.follow === 'all' || (await older.all({ chain, address, signal }))
      const [cursor] = await orm.select().from(indexCursors).where(eq(indexCursors.chainId, chain.id))
      const { startBlock = null, blockNumber = null } = cursor ?? {}
      if (!isOld || blockNumber === null || startBlock === null) return 'unknown'
      const start = index.follow === 'all' ? startBlock : (index.fromBlock ?? 0)
      if (start > firstBlock) return 'unknown'
      const [head] = await chain.request({ calls: [{ method: 'eth_blockNumber', params: [] }], signal })
      const newest = readQuantity(head)
      if (newest === null || newest - BigInt(blockNumber) > mostBehind) return 'unknown'
      // A service lists what an account sent and what moved, and not what it approved by a signature that another sent.
      return index.follow === 'asked' && index.older?.kind === 'etherscan' ? 'transfers' : 'all'
    },
  }
}
