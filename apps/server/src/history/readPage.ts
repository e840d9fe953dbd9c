import type { Orm } from '@foyer/service/db/database'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lte,
  max,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { accountTransactions, chainEvents, movedTransactions, reorgs, transactions } from '../db/schema/indexer.js'
import type { HistoryCursor, HistoryPlace } from './cursor.js'
import type { HistoryEntry, HistoryEvent } from './entry.js'

/** So many entries at most, newest first. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  /** null at the end */
  readonly next: HistoryCursor | null
}

export interface ReadPage {
  orm: Orm
  /** in lower case */
  address: string
  chainIds: readonly string[]
  cursor: HistoryCursor | null
  most: number
}

/**
 * Reads a page out of the index. Everything is read of one moment, so that a page never shows half a block.
 *
 * Pages are turned by place, so new blocks change nothing. A reorganisation may move a transaction over the place where
 * a reader is; it is then listed from where it stood when the first page was read: neither lost nor repeated.
 */
export function readPage({ orm, address, chainIds, cursor, most }: ReadPage): Promise<HistoryPage> {
  if (chainIds.length === 0) return Promise.resolve({ entries: [], next: null })
  return orm.transaction(
    async (tx) => {
      const [newest] = await tx.select({ id: max(reorgs.id) }).from(reorgs)
      const reorg = cursor?.reorg ?? newest?.id ?? 0
      const hasMoved = (newest?.id ?? 0) > reorg
      const after = cursor?.after ?? null
      const places = await readPlaces({ tx, address, chainIds, after, since: hasMoved ? reorg : null, most: most + 1 })
      const shown = places.slice(0, most)
      const last = shown.at(-1)
      const next = places.length > most && last !== undefined ? { reorg, after: last } : null
      return { entries: await readEntries({ tx, address, places: shown }), next }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

type Place = HistoryPlace & { readonly hash: string }

interface ReadPlaces {
  tx: Orm
  address: string
  chainIds: readonly string[]
  after: HistoryPlace | null
  /** the reorganisation since which things moved; null where nothing did */
  since: number | null
  most: number
}

type PlaceColumns = { readonly [Name in keyof HistoryPlace]: SQLWrapper }

/** By bytes, so that every database has the same order whatever its language is, and this program too. */
const bytes = (chainId: SQLWrapper) => sql`${chainId} collate "C"`

function isAfter(columns: PlaceColumns, place: HistoryPlace | null): SQL | undefined {
  if (place === null) return undefined
  const { minedAt, chainId, blockNumber, position } = place
  const own = sql`(${columns.minedAt}, ${bytes(columns.chainId)}, ${columns.blockNumber}, ${columns.position})`
  return sql`${own} < (${minedAt}::bigint, ${chainId}::text collate "C", ${blockNumber}::bigint, ${position}::int)`
}

const newestFirst = ({ minedAt, chainId, blockNumber, position }: PlaceColumns) =>
  [desc(minedAt), desc(bytes(chainId)), desc(blockNumber), desc(position)] as const

async function readPlaces(request: ReadPlaces): Promise<readonly Place[]> {
  const { tx, address, chainIds, after, since, most } = request
  const columns = placeColumns(accountTransactions)
  const isUnmoved =
    since === null
      ? undefined
      : notExists(
          tx
            .select({ hash: movedTransactions.hash })
            .from(movedTransactions)
            .where(and(isSame(), gt(movedTransactions.reorgId, since))),
        )
  // One network after the other: what strangers do on one keeps nobody from reading another.
  const unmoved: Place[] = []
  for (const chainId of chainIds) {
    const own = await tx
      .select(columns)
      .from(accountTransactions)
      .where(
        and(
          eq(accountTransactions.address, address),
          eq(accountTransactions.chainId, chainId),
          isAfter(columns, after),
          after === null ? undefined : lte(columns.minedAt, after.minedAt),
          isUnmoved,
        ),
      )
      .orderBy(desc(columns.minedAt), desc(columns.blockNumber), desc(columns.position))
      .limit(most)
    unmoved.push(...own)
  }
  unmoved.sort(compareNewest)
  if (since === null) return unmoved.slice(0, most)
  const moved = await readMoved({ ...request, since })
  return [...unmoved, ...moved].sort(compareNewest).slice(0, most)
}

const isSame = () =>
  and(
    eq(movedTransactions.address, accountTransactions.address),
    eq(movedTransactions.chainId, accountTransactions.chainId),
    eq(movedTransactions.hash, accountTransactions.hash),
  )

const placeColumns = <Columns extends PlaceColumns & { readonly hash: SQLWrapper }>({
  chainId,
  hash,
  minedAt,
  blockNumber,
  position,
}: Columns): Pick<Columns, 'chainId' | 'hash' | 'minedAt' | 'blockNumber' | 'position'> => {
  return { chainId, hash, minedAt, blockNumber, position }
}

/** Reads what is on the chain again, from its place before the first reorganisation unknown to the pages. */
function readMoved({ tx, address, chainIds, after, since, most }: ReadPlaces & { since: number }) {
  const columns = placeColumns(movedTransactions)
  const before = tx
    .selectDistinctOn([movedTransactions.chainId, movedTransactions.hash], columns)
    .from(movedTransactions)
    .innerJoin(accountTransactions, isSame())
    .where(
      and(
        eq(movedTransactions.address, address),
        inArray(movedTransactions.chainId, [...chainIds]),
        gt(movedTransactions.reorgId, since),
      ),
    )
    .orderBy(movedTransactions.chainId, movedTransactions.hash, asc(movedTransactions.reorgId))
    .as('before')
  return tx
    .select(placeColumns(before))
    .from(before)
    .where(isAfter(before, after))
    .orderBy(...newestFirst(before))
    .limit(most)
}

function compareNewest(a: Place, b: Place): number {
  if (a.minedAt !== b.minedAt) return b.minedAt - a.minedAt
  if (a.chainId !== b.chainId) return a.chainId < b.chainId ? 1 : -1
  return b.blockNumber - a.blockNumber || b.position - a.position
}

/** So many events are read for a page, each transaction's first before the second of any. */
export const mostEventsOfPage = 500

interface ReadEntries {
  tx: Orm
  address: string
  places: readonly Place[]
}

async function readEntries({ tx, address, places }: ReadEntries): Promise<readonly HistoryEntry[]> {
  if (places.length === 0) return []
  const chainIds = [...new Set(places.map(({ chainId }) => chainId))]
  const hashes = places.map(({ hash }) => hash)
  const found = await tx
    .select()
    .from(transactions)
    .where(and(inArray(transactions.chainId, chainIds), inArray(transactions.hash, hashes)))
  const events = await readEvents({ tx, address, places })
  const keyOf = ({ chainId, hash }: { chainId: string; hash: string }) => `${chainId} ${hash}`
  const byKey = new Map(found.map((row) => [keyOf(row), { ...row, value: BigInt(row.value) }]))
  const eventsByKey = new Map<string, HistoryEvent[]>()
  for (const row of events) {
    const key = keyOf(row)
    const own = eventsByKey.get(key) ?? []
    own.push(toEvent(row))
    eventsByKey.set(key, own)
  }
  return places.flatMap((place) => {
    const transaction = byKey.get(keyOf(place))
    return transaction === undefined ? [] : [{ transaction, events: eventsByKey.get(keyOf(place)) ?? [] }]
  })
}

/** Reads the events that say something about the account, by their own names: however many a transaction has, so many are read. */
async function readEvents({ tx, address, places }: ReadEntries) {
  const { chainId, hash, events } = accountTransactions
  const isOfPage = and(
    inArray(chainId, [...new Set(places.map((place) => place.chainId))]),
    inArray(
      hash,
      places.map((place) => place.hash),
    ),
  )
  const rows = await tx
    .select({ chainId, hash, events })
    .from(accountTransactions)
    .where(and(eq(accountTransactions.address, address), isOfPage))
  const named = rows.flatMap((row) =>
    row.events.map((ordinal, turn) => ({ chain_id: row.chainId, hash: row.hash, ordinal, turn })),
  )
  const shown = named.toSorted((one, other) => one.turn - other.turn).slice(0, mostEventsOfPage)
  if (shown.length === 0) return []
  const names = sql`jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as named(chain_id text, hash text, ordinal int)`
  const isNamed = sql`named.chain_id = ${chainEvents.chainId} and named.hash = ${chainEvents.hash} and named.ordinal = ${chainEvents.ordinal}`
  return tx
    .select(getTableColumns(chainEvents))
    .from(chainEvents)
    .innerJoin(names, isNamed)
    .orderBy(asc(chainEvents.ordinal))
}

function toEvent({ kind, contract, from, to, ...row }: typeof chainEvents.$inferSelect): HistoryEvent {
  const tokenId = row.tokenId === null ? null : BigInt(row.tokenId)
  return { kind, contract, from, to, tokenId, amount: BigInt(row.amount) }
}
