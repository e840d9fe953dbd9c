import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import {
  accountTransactions,
  chainEvents,
  droppedApprovals,
  indexCursors,
  indexedBlocks,
  movedTransactions,
  receivedTokens,
  reorgs,
  transactions,
} from '../db/schema/indexer.js'
import type { BlockHeader } from './block.js'
import { LeaseLostError } from './errors.js'
import { eventsByAccount, sentIn } from './eventsOfAccounts.js'
import type { IndexedTransaction } from './indexedTransaction.js'
import { isOwn } from './keptEvents.js'
import { heldUntil } from './lease.js'

/** The place up to which a chain was followed. */
export interface IndexCursor {
  readonly startBlock: number | null
  /** the last block that was indexed; null before the first */
  readonly block: BlockMark | null
}

/** A block's place and name. */
export interface BlockMark {
  readonly number: number
  readonly hash: string
}

/** A step along the chain, taken whole or not at all. */
export interface IndexStep {
  /** from where: what `read` gave */
  readonly cursor: IndexCursor
  readonly startBlock: number
  /** The last block that stays; null where nothing does. It is the cursor's own unless the chain was reorganised. */
  readonly ancestor: BlockMark | null
  readonly headers: readonly Pick<BlockHeader, 'number' | 'hash'>[]
  readonly transactions: readonly IndexedTransaction[]
}

export interface IndexStore {
  read(): Promise<IndexCursor>
  /** The blocks that are remembered, newest first. */
  remembered(): Promise<readonly BlockMark[]>
  /** @throws {@link LeaseLostError} when the chain isn't this node's to follow, or isn't where the step begins */
  take(step: IndexStep): Promise<void>
}

export interface IndexStoreParameters {
  orm: Orm
  chainId: string
  holder: string
  leaseMs: number
  /** milliseconds since 1970 */
  now: () => number
}

/** The depth to which a reorganisation is followed block by block; a deeper one reads the chain anew. */
export const mostRemembered = 1_024
/** The time for which a page of history can be turned after a reorganisation without losing its place. */
const movedForMs = 24 * 60 * 60 * 1000

/** Creates the store of one chain's index, in the database. */
export function createIndexStore({ orm, chainId, holder, leaseMs, now }: IndexStoreParameters): IndexStore {
  return {
    async read() {
      const [row] = await orm.select().from(indexCursors).where(eq(indexCursors.chainId, chainId))
      const { startBlock = null, blockNumber = null, blockHash = null } = row ?? {}
      const block = blockNumber === null || blockHash === null ? null : { number: blockNumber, hash: blockHash }
      return { startBlock, block }
    },
    remembered() {
      const { number, hash } = indexedBlocks
      return orm
        .select({ number, hash })
        .from(indexedBlocks)
        .where(eq(indexedBlocks.chainId, chainId))
        .orderBy(desc(number))
    },
    take: (step) => orm.transaction((tx) => takeStep({ tx, step, chainId, holder, leaseMs, now })),
  }
}

interface TakeStep extends Omit<IndexStoreParameters, 'orm'> {
  tx: Orm
  step: IndexStep
}

async function takeStep({ tx, step, chainId, holder, leaseMs, now }: TakeStep): Promise<void> {
  const { cursor, startBlock, ancestor, headers, transactions: found } = step
  const isOwn = and(eq(indexCursors.chainId, chainId), eq(indexCursors.holder, holder), standsAt(cursor))
  const [row] = await tx.select().from(indexCursors).where(isOwn).for('update')
  if (row === undefined) throw new LeaseLostError()
  const last = headers.at(-1) ?? ancestor
  await tx
    .update(indexCursors)
    .set({
      startBlock,
      blockNumber: last?.number ?? null,
      blockHash: last?.hash ?? null,
      heldUntil: heldUntil(leaseMs),
    })
    .where(eq(indexCursors.chainId, chainId))
  if (ancestor?.hash !== cursor.block?.hash) await rollBack({ tx, chainId, to: ancestor, now })
  if (headers.length > 0) await remember({ tx, chainId, headers })
  await storeTransactions({ tx, chainId, transactions: found })
}

/** The cursor is checked beside the holder: a node that lost the lease and regained it may have read before another wrote. */
const standsAt = ({ block }: IndexCursor) =>
  block === null ? isNull(indexCursors.blockHash) : eq(indexCursors.blockHash, block.hash)

async function remember({ tx, chainId, headers }: { tx: Orm; chainId: string; headers: IndexStep['headers'] }) {
  const newest = headers.slice(-mostRemembered)
  await tx.insert(indexedBlocks).values(newest.map(({ number, hash }) => ({ chainId, number, hash })))
  const oldest = (newest.at(-1)?.number ?? 0) - mostRemembered
  await tx.delete(indexedBlocks).where(and(eq(indexedBlocks.chainId, chainId), lte(indexedBlocks.number, oldest)))
}

/** Deletes the transactions after the ancestor but keeps their positions, which cursors of pages refer to. */
async function rollBack(request: { tx: Orm; chainId: string; to: BlockMark | null; now: () => number }): Promise<void> {
  const { tx, chainId, to, now } = request
  const after = to?.number ?? -1
  if (to === null) {
    await tx.delete(receivedTokens).where(eq(receivedTokens.chainId, chainId))
    await tx.delete(droppedApprovals).where(eq(droppedApprovals.chainId, chainId))
  }
  // One reorganisation at a time, of whatever chain, so that their numbers rise in the order in which they can be seen.
  await tx.execute(sql`lock table ${reorgs} in share row exclusive mode`)
  await tx.delete(reorgs).where(lt(reorgs.at, new Date(now() - movedForMs)))
  const [reorg] = await tx
    .insert(reorgs)
    .values({ chainId, at: new Date(now()) })
    .returning({ id: reorgs.id })
  if (reorg === undefined) throw new Error('The database gave a reorganisation no number.')
  const gone = and(eq(accountTransactions.chainId, chainId), gt(accountTransactions.blockNumber, after))
  const { address, hash, blockNumber, position, minedAt } = accountTransactions
  await tx.insert(movedTransactions).select(
    tx
      .select({
        address,
        chainId: accountTransactions.chainId,
        hash,
        reorgId: sql<number>`${reorg.id}::bigint`.as('reorg_id'),
        blockNumber,
        position,
        minedAt,
      })
      .from(accountTransactions)
      .where(gone),
  )
  await tx.delete(accountTransactions).where(gone)
  await tx
    .delete(chainEvents)
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        sql`${chainEvents.hash} in (select ${transactions.hash} from ${transactions} where ${transactions.chainId} = ${chainId} and ${transactions.blockNumber} > ${after})`,
      ),
    )
  await tx.delete(transactions).where(and(eq(transactions.chainId, chainId), gt(transactions.blockNumber, after)))
  await tx.delete(indexedBlocks).where(and(eq(indexedBlocks.chainId, chainId), gt(indexedBlocks.number, after)))
}

/** A statement takes a limited number of values. */
const mostRows = 500

export interface StoreTransactions {
  tx: Orm
  chainId: string
  transactions: readonly IndexedTransaction[]
}

/** Writes down transactions with what they did. What is there already stays. */
export async function storeTransactions({ tx, chainId, transactions: found }: StoreTransactions): Promise<void> {
  const rows = found.map(
    ({ events: _, accounts: __, signers: ___, cut: ____, listed: _____, value, ...transaction }) => {
      return { ...transaction, chainId, value: value.toString() }
    },
  )
  for (const part of parts(rows)) await tx.insert(transactions).values(part).onConflictDoNothing()
  const each = found.map((transaction) => ({ transaction, eventsOf: eventsByAccount(transaction) }))
  const events = each.flatMap(({ transaction, eventsOf }) => {
    const { hash, blockNumber, position, events, signers, from: sender } = transaction
    const sent = sentIn({ ...transaction, sender, eventsOf })
    return events.map((event, ordinal) => {
      const { tokenId, amount, ...rest } = event
      const whose = { isOwn: isOwn(event, signers), isSent: sent.has(ordinal) }
      const place = { chainId, hash, ordinal, blockNumber, position, ...whose }
      return { ...rest, ...place, tokenId: tokenId?.toString() ?? null, amount: amount.toString() }
    })
  })
  for (const part of parts(events)) await tx.insert(chainEvents).values(part).onConflictDoNothing()
  const accounts = each.flatMap(({ transaction, eventsOf }) => {
    const { hash, blockNumber, position, minedAt, accounts, signers } = transaction
    const place = { chainId, hash, blockNumber, position, minedAt }
    return accounts.map((address) => {
      return { ...place, address, isOwn: signers.has(address), events: [...eventsOf(address)] }
    })
  })
  for (const part of parts(accounts)) await tx.insert(accountTransactions).values(part).onConflictDoNothing()
  const dropped = [...new Set(found.flatMap(({ cut }) => [...cut]))].map((address) => ({ chainId, address }))
  for (const part of parts(dropped)) await tx.insert(droppedApprovals).values(part).onConflictDoNothing()
}

function parts<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / mostRows)
  return Array.from({ length: count }, (_, index) => rows.slice(index * mostRows, (index + 1) * mostRows))
}
