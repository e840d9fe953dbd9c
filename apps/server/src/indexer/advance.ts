import type { Chain } from '../chains/chains.js'
import type { IndexConfig } from '../chains/indexConfig.js'
import type { Block, BlockHeader } from './block.js'
import { InconsistentNodeError } from './errors.js'
import { type IndexedTransaction, toIndexed } from './indexedTransaction.js'
import type { BlockMark, IndexCursor, IndexStore } from './indexStore.js'
import { type Leaving, type Reading, readBlocks, readHead, readHeaders, readReceipts } from './readChain.js'
import type { Care } from './readInParts.js'

export interface Advance {
  chain: Pick<Chain, 'request' | 'tokens'>
  config: IndexConfig
  store: IndexStore
  /** how many blocks to read at once */
  most: number
  /** called as soon as it is known how far there is to go, whatever becomes of the step */
  onSeen: (seen: Seen) => void
  /** called with each transaction of which a part can't be had, so that what it did isn't known */
  onUnread: Leaving['onUnread']
  /** what earlier rounds say of how much the node can be asked for */
  care: Care
  signal: AbortSignal
}

/** The heads of the chain and of its index. */
export interface Seen {
  /** the chain's newest block */
  readonly head: number
  /** the last block that is indexed; null before the first */
  readonly indexed: number | null
}

/**
 * Takes the next blocks in, or nothing when there are none. Where the chain was reorganised, what stood after the last block
 * in common is replaced in the same step, so that no reader sees a state in between.
 * @returns whether it was
 * @throws UpstreamError · {@link InconsistentNodeError} · LeaseLostError
 */
export async function advance(request: Advance): Promise<boolean> {
  const { chain, config, store, most, onSeen, onUnread, care, signal } = request
  const cursor = await store.read()
  const { head, header } = await readHead({ chain, at: cursor.block?.number ?? null, signal })
  onSeen({ head, indexed: cursor.block?.number ?? null })
  const isSame = cursor.block !== null && header?.hash === cursor.block.hash
  const ancestor = isSame || cursor.block === null ? cursor.block : await findAncestor(request)
  const startBlock = startOf({ cursor, config, isLost: cursor.block !== null && ancestor === null })
  const from = ancestor === null ? startBlock : ancestor.number + 1
  if (from > head && isSame) return false
  const { headers, transactions } = await readNext({ chain, from, head, most, ancestor, onUnread, care, signal })
  await store.take({ cursor, startBlock, ancestor, headers, transactions })
  onSeen({ head, indexed: headers.at(-1)?.number ?? ancestor?.number ?? null })
  return cursor.block !== null && !isSame
}

/** Of the block before it nothing is read: it has no transactions, and a local chain makes another one each time it goes on. */
const firstBlock = 1

/** @param request.isLost - whether nothing of what is known is on the chain any more */
function startOf({ cursor, config, isLost }: { cursor: IndexCursor; config: IndexConfig; isLost: boolean }): number {
  const configured = config.fromBlock ?? firstBlock
  if (cursor.startBlock === null) return configured
  return isLost ? Math.min(cursor.startBlock, configured) : cursor.startBlock
}

/** The number of remembered blocks compared at once; most reorganisations are one or two blocks deep. */
const firstCompared = 8
const compared = 100

/** The last remembered block that is still on the chain. */
async function findAncestor({ chain, store, signal }: Advance): Promise<BlockMark | null> {
  const marks = await store.remembered()
  for (let at = 0; at < marks.length; at += at === 0 ? firstCompared : compared) {
    const part = marks.slice(at, at + (at === 0 ? firstCompared : compared))
    const headers = await readHeaders({ chain, numbers: part.map(({ number }) => number), signal })
    const found = part.find(({ hash }, index) => headers[index]?.hash === hash)
    if (found !== undefined) return found
  }
  return null
}

interface ReadNext extends Reading, Leaving {
  chain: Advance['chain']
  from: number
  head: number
  most: number
  ancestor: BlockMark | null
}

interface Next {
  readonly headers: readonly Pick<BlockHeader, 'number' | 'hash'>[]
  readonly transactions: readonly IndexedTransaction[]
}

async function readNext({ from, head, most, ancestor, ...asked }: ReadNext): Promise<Next> {
  const blocks = await readBlocks({ ...asked, from, to: Math.min(head, from + most - 1) })
  const [first] = blocks
  if (ancestor !== null && first !== undefined && first.parentHash !== ancestor.hash) {
    throw new InconsistentNodeError({ part: 'blocks' })
  }
  return { headers: blocks, transactions: await collect({ ...asked, blocks }) }
}

/** Collects the transactions of the blocks, each with its outcome. */
async function collect(
  request: Pick<ReadNext, 'chain' | 'signal' | 'care' | 'onUnread'> & { blocks: readonly Block[] },
): Promise<readonly IndexedTransaction[]> {
  const { blocks, ...asked } = request
  const listed = new Set(asked.chain.tokens.map(({ address }) => address.toLowerCase()))
  const found = blocks.flatMap((block) => block.transactions.map((transaction) => ({ block, transaction })))
  const receipts = await readReceipts({ ...asked, transactions: found.map(({ transaction }) => transaction) })
  return found.flatMap(({ block, transaction }, index) => {
    const receipt = receipts[index]
    return receipt === undefined ? [] : [toIndexed({ block, transaction, receipt, listed })]
  })
}
