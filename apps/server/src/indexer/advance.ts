import type { Chain } from '../chains/chains.js'
import type { Block, BlockHeader } from './block.js'
import { collect } from './collect.js'
import { InconsistentNodeError } from './errors.js'
import type { IndexConfig } from './indexConfig.js'
import type { IndexedTransaction } from './indexedTransaction.js'
import type { BlockMark, IndexCursor, IndexStore } from './indexStore.js'
import { readBlocks, readHead, readHeaders } from './readChain.js'
import type { WatchedAccounts } from './watchedAccounts.js'

export interface Advance {
  chain: Pick<Chain, 'request'>
  config: IndexConfig
  store: IndexStore
  /** null where all accounts are followed */
  watched: WatchedAccounts | null
  /** how many blocks to read at once */
  most: number
  signal: AbortSignal
}

/** What a step came to. */
export interface Advanced {
  /** the chain's newest block */
  readonly head: number
  /** the last block that is indexed; null before the first */
  readonly indexed: number | null
  readonly reorganised: boolean
}

/**
 * Takes the next blocks in, or nothing when there are none. Where the chain was reorganised, what stood after the last block
 * in common is replaced in the same step, so that no reader sees a state in between.
 * @throws UpstreamError · {@link InconsistentNodeError} · LeaseLostError
 */
export async function advance(request: Advance): Promise<Advanced> {
  const { chain, config, store, watched, most, signal } = request
  const cursor = await store.read()
  const { head, header } = await readHead({ chain, at: cursor.block?.number ?? null, signal })
  const stays: Advanced = { head, indexed: cursor.block?.number ?? null, reorganised: false }
  // One node of several may be behind the others. A local chain is what its node answers, even if it is shorter.
  if (cursor.block !== null && header === null && config.follow === 'asked') return stays
  const isSame = cursor.block !== null && header?.hash === cursor.block.hash
  const ancestor = isSame || cursor.block === null ? cursor.block : await findAncestor(request)
  const startBlock = startOf({ cursor, config, head, isLost: cursor.block !== null && ancestor === null })
  const from = ancestor === null ? startBlock : ancestor.number + 1
  if (from > head && isSame) return stays
  const step = { startBlock, ancestor }
  for (let tries = 0; tries < mostTries; tries += 1) {
    const fresh = tries === 0 ? cursor : await store.read()
    const accounts = watched === null ? null : await watched.upTo(fresh.watchVersion)
    const { headers, transactions } = await readNext({ chain, from, head, most, accounts, ancestor, signal })
    if (await store.take({ ...step, cursor: { ...cursor, watchVersion: fresh.watchVersion }, headers, transactions })) {
      const indexed = headers.at(-1)?.number ?? ancestor?.number ?? null
      return { head, indexed, reorganised: cursor.block !== null && !isSame }
    }
  }
  throw new InconsistentNodeError({ part: 'accounts' })
}

/** How often blocks are read again because accounts were added while they were read. */
const mostTries = 10

interface StartOf {
  cursor: IndexCursor
  config: IndexConfig
  head: number
  /** whether nothing of what is known is on the chain any more */
  isLost: boolean
}

/** Of the block before it nothing is read: it has no transactions, and a local chain makes another one each time it goes on. */
const firstBlock = 1

function startOf({ cursor, config, head, isLost }: StartOf): number {
  const configured = config.fromBlock ?? (config.follow === 'all' ? firstBlock : head)
  if (cursor.startBlock === null) return configured
  return isLost ? Math.min(cursor.startBlock, configured) : cursor.startBlock
}

/** How many remembered blocks are compared at once; most reorganisations are one or two blocks deep. */
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

interface ReadNext extends Pick<Advance, 'chain' | 'most' | 'signal'> {
  from: number
  head: number
  /** null for all */
  accounts: ReadonlySet<string> | null
  ancestor: BlockMark | null
}

interface Next {
  readonly headers: readonly Pick<BlockHeader, 'number' | 'hash'>[]
  readonly transactions: readonly IndexedTransaction[]
}

async function readNext({ chain, from, head, most, accounts, ancestor, signal }: ReadNext): Promise<Next> {
  if (from > head) return { headers: [], transactions: [] }
  if (accounts?.size === 0) {
    // Without watched accounts it is enough to know the chain's head.
    const [header] = await readHeaders({ chain, numbers: [head], signal })
    if (!header) throw new InconsistentNodeError({ part: 'headers' })
    return { headers: [header], transactions: [] }
  }
  const blocks = await readBlocks({ chain, from, to: Math.min(head, from + most - 1), signal })
  if (!continues({ blocks, ancestor })) throw new InconsistentNodeError({ part: 'blocks' })
  return { headers: blocks, transactions: await collect({ chain, blocks, wanted: accounts, signal }) }
}

const continues = ({ blocks, ancestor }: { blocks: readonly Block[]; ancestor: BlockMark | null }) =>
  ancestor === null || blocks[0]?.parentHash === ancestor.hash
