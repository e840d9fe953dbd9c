import { and, asc, count, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Orm } from '../../db/database.js'
import {
  accountTransactions,
  chainEvents,
  indexCursors,
  transactions,
  watchedAddresses,
} from '../../db/schema/indexer.js'

/** An account that is followed from some block on. */
export interface Watched {
  /** The blocks up to this one are still to be imported from a history source; null where none is missing. */
  readonly missingUpTo: number | null
  /** seconds since 1970; what was mined then or later is complete; null as long as nothing is */
  readonly completeFrom: number | null
}

export interface WatchAccount {
  orm: Orm
  chainId: string
  /** in lower case */
  address: string
  /** whether there is a source of older history */
  hasSource: boolean
  now: () => number
  /** how many accounts are followed on a chain; the one longest not asked about makes room */
  most: number
}

const { missingUpTo, completeFrom, askedAt } = watchedAddresses
/** Repeated requests for an account are noted once in this interval. */
const notedMs = 60 * 60 * 1000

/** @returns null as long as no node follows the chain */
export async function watchAccount(request: WatchAccount): Promise<Watched | null> {
  const { orm, chainId, address, now } = request
  const own = and(eq(watchedAddresses.chainId, chainId), eq(watchedAddresses.address, address))
  const [known] = await orm.select({ missingUpTo, completeFrom, askedAt }).from(watchedAddresses).where(own)
  if (known === undefined) return orm.transaction((tx) => add({ ...request, orm: tx }))
  if (now() - known.askedAt.getTime() > notedMs) {
    await orm
      .update(watchedAddresses)
      .set({ askedAt: new Date(now()) })
      .where(own)
  }
  return known
}

/** The chain's row is locked meanwhile, so that no step is taken without the account after it was added. */
async function add({ orm, chainId, address, hasSource, now, most }: WatchAccount): Promise<Watched | null> {
  const [cursor] = await orm.select().from(indexCursors).where(eq(indexCursors.chainId, chainId)).for('update')
  if (cursor === undefined || cursor.blockNumber === null) return null
  const [counted] = await orm
    .select({ watched: count() })
    .from(watchedAddresses)
    .where(eq(watchedAddresses.chainId, chainId))
  if ((counted?.watched ?? 0) >= most) await forgetLongestUnasked({ orm, chainId })
  const version = cursor.watchVersion + 1
  const missing = hasSource ? cursor.blockNumber : null
  const [added] = await orm
    .insert(watchedAddresses)
    .values({ chainId, address, version, askedAt: new Date(now()), missingUpTo: missing, completeFrom: null })
    .onConflictDoNothing()
    .returning({ missingUpTo, completeFrom })
  if (added === undefined) return { missingUpTo: missing, completeFrom: null } // another request was faster
  await orm.update(indexCursors).set({ watchVersion: version }).where(eq(indexCursors.chainId, chainId))
  return added
}

async function forgetLongestUnasked({ orm, chainId }: { orm: Orm; chainId: string }): Promise<void> {
  const [oldest] = await orm
    .select({ address: watchedAddresses.address })
    .from(watchedAddresses)
    .where(eq(watchedAddresses.chainId, chainId))
    .orderBy(asc(askedAt))
    .limit(1)
  if (oldest === undefined) return
  const { address } = oldest
  await orm
    .delete(watchedAddresses)
    .where(and(eq(watchedAddresses.chainId, chainId), eq(watchedAddresses.address, address)))
  const gone = await orm
    .delete(accountTransactions)
    .where(and(eq(accountTransactions.chainId, chainId), eq(accountTransactions.address, address)))
    .returning({ hash: accountTransactions.hash })
  // What another account has part in stays.
  const orphans = await orm
    .delete(transactions)
    .where(
      and(
        eq(transactions.chainId, chainId),
        sql`${transactions.hash} = any(${sql.param(gone.map(({ hash }) => hash))}::text[])`,
        notExists(
          orm
            .select({ hash: accountTransactions.hash })
            .from(accountTransactions)
            .where(and(eq(accountTransactions.chainId, chainId), eq(accountTransactions.hash, transactions.hash))),
        ),
      ),
    )
    .returning({ hash: transactions.hash })
  if (orphans.length === 0) return
  await orm.delete(chainEvents).where(
    and(
      eq(chainEvents.chainId, chainId),
      inArray(
        chainEvents.hash,
        orphans.map(({ hash }) => hash),
      ),
    ),
  )
}
