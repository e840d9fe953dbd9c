import type { Orm } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import type { Chain } from '../chains/chains.js'
import { indexCursors } from '../db/schema/indexer.js'
import { readQuantity } from '../rpc/readQuantity.js'

/** An index that is further behind is being made, or has stopped. */
const mostBehind = 64
/** Nothing happens in the block before it. */
const firstBlock = 1

/**
 * Whether the index has all that accounts of a network ever did and had done to them.
 * @throws UpstreamError when the chain doesn't answer
 */
export async function isWholeHistory(parameters: { orm: Orm; chain: Chain; signal: AbortSignal }): Promise<boolean> {
  const { orm, chain, signal } = parameters
  if (chain.index === undefined) return false
  const [cursor] = await orm.select().from(indexCursors).where(eq(indexCursors.chainId, chain.id))
  const { startBlock = null, blockNumber = null } = cursor ?? {}
  if (blockNumber === null || startBlock === null || startBlock > firstBlock) return false
  const [head] = await chain.request({ calls: [{ method: 'eth_blockNumber', params: [] }], signal })
  const newest = readQuantity(head)
  return newest !== null && newest - BigInt(blockNumber) <= mostBehind
}
