import type { Orm } from '@foyer/service/db/database'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { indexCursors } from '../db/schema/indexer.js'

/** The lease of a chain: one node of the server follows it at a time, as long as it renews the lease. */
export interface Lease {
  /** Takes or keeps it. @returns whether it is held now */
  hold(): Promise<boolean>
  /** Lets another node have it at once. */
  release(): Promise<void>
}

export interface LeaseParameters {
  orm: Orm
  chainId: string
  /** this node, unlike any other */
  holder: string
  leaseMs: number
}

/** By the database's clock: those of the nodes may differ. */
export const heldUntil = (leaseMs: number) => sql<Date>`clock_timestamp() + ${`${leaseMs} milliseconds`}::interval`

export function createLease({ orm, chainId, holder, leaseMs }: LeaseParameters): Lease {
  const { chainId: id, holder: heldBy, heldUntil: until } = indexCursors
  const take = () =>
    orm
      .update(indexCursors)
      .set({ holder, heldUntil: heldUntil(leaseMs) })
      .where(and(eq(id, chainId), or(isNull(heldBy), eq(heldBy, holder), lt(until, sql`clock_timestamp()`))))
      .returning({ chainId: id })
  let isKnown = false
  return {
    async hold() {
      if (!isKnown) await orm.insert(indexCursors).values({ chainId }).onConflictDoNothing()
      isKnown = true
      return (await take()).length > 0
    },
    async release() {
      await orm
        .update(indexCursors)
        .set({ holder: null, heldUntil: null })
        .where(and(eq(id, chainId), eq(heldBy, holder)))
    },
  }
}
