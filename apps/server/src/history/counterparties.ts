import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { and, desc, eq } from 'drizzle-orm'
import { createSharedRead } from '../cache/sharedReads.js'
import { chainEvents } from '../db/schema/indexer.js'

/** An account on a network. */
export interface AccountOnChain {
  readonly chainId: string
  /** in lower case */
  readonly address: string
}

/** Reads to whom an account of an indexed network has sent something itself, or let them take it; kept for a minute. */
export type ReadCounterparties = (account: AccountOnChain, signal: AbortSignal) => Promise<ReadonlySet<string>>

/** So many of an account's newest own events are looked at. */
const looked = 500
/** Addresses that are kept in memory. */
const most = 100_000
const lifetimeMs = 60_000
const timeoutMs = 10_000

/** Creates it: anyone may ask, again and again and without a signature, about an account of theirs that has as much of its own as it can be looked at. */
export function createCounterparties({ orm, clock }: { orm: Orm; clock: Clock }): ReadCounterparties {
  const read = createSharedRead<AccountOnChain, ReadonlySet<string>>({
    keyOf: ({ chainId, address }) => `${chainId} ${address}`,
    read: (account) => readCounterparties({ orm, ...account }),
    sizeOf: (found) => found?.size ?? 0,
    most,
    lifetimeMs,
    timeoutMs,
    clock,
  })
  return async (account, signal) => (await read(account, signal)) ?? new Set()
}

/** The recipients of an account's newest own transfers on one chain, and the spenders of its approvals. */
export async function readCounterparties({
  orm,
  chainId,
  address,
}: AccountOnChain & { orm: Orm }): Promise<ReadonlySet<string>> {
  const { to, from, blockNumber, isSent } = chainEvents
  const newest = orm
    .select({ to })
    .from(chainEvents)
    .where(and(eq(chainEvents.chainId, chainId), eq(from, address), isSent))
    .orderBy(desc(blockNumber))
    .limit(looked)
    .as('newest')
  const rows = await orm.selectDistinct({ to: newest.to }).from(newest)
  return new Set(rows.map((row) => row.to))
}
