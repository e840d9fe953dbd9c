import { type ChainEvent, isTransfer } from '../../indexer/chainEvent.js'
import type { HistoryEntry, HistoryTransaction } from '../entry.js'
import type { EnginePage } from './engine.js'

/** A line of one of an engine's lists: a transaction of the account's own or to it, or something that moved in one; or nothing to be shown. */
export interface EngineRow {
  readonly hash: string
  readonly blockNumber: number
  /** seconds since 1970 */
  readonly minedAt: number
  /** where the line is of the transaction itself */
  readonly transaction?: Omit<HistoryTransaction, 'chainId' | 'hash' | 'minedAt' | 'recipients'> | undefined
  readonly nonce?: number | undefined
  readonly position?: number | undefined
  readonly event?: ChainEvent | undefined
}

/** The newest lines of a list, and up to which block it may have more; null where that was all. */
export interface EngineList {
  readonly rows: readonly EngineRow[]
  readonly cutAt: number | null
}

export interface ReadList<Place> {
  /** @returns the lines of a page, newest first, and where the next one begins; null at the end */
  read: (place: Place) => Promise<{ readonly rows: readonly EngineRow[]; readonly next: Place | null }>
  first: Place
}

/** For one block; more lines of an account in one block are left out. */
const mostPages = 10

/** Reads a list until a whole block is known, which one page nearly always has. */
export async function readList<Place>({ read, first }: ReadList<Place>): Promise<EngineList> {
  const rows: EngineRow[] = []
  let place = first
  for (let page = 0; page < mostPages; page += 1) {
    const found = await read(place)
    rows.push(...found.rows)
    if (found.next === null) return { rows, cutAt: null }
    const [newest, oldest] = [rows[0], rows.at(-1)]
    // The last block may go on on the next page, so it counts as not read.
    if (newest !== undefined && oldest !== undefined && oldest.blockNumber < newest.blockNumber) {
      return { rows, cutAt: oldest.blockNumber }
    }
    place = found.next
  }
  return { rows, cutAt: (rows[0]?.blockNumber ?? 0) - 1 }
}

/**
 * Joins an account's lists into a page. What one list has not reached is on the next page, also of the others, so that none is missing; a
 * page ends with a whole block.
 * @returns with the last block of the next page as its `next`
 */
export function joinLists({
  chainId,
  account,
  lists,
  most,
}: {
  chainId: string
  account: string
  lists: readonly EngineList[]
  most: number
}): EnginePage {
  const cuts = lists.flatMap(({ cutAt }) => cutAt ?? [])
  const remaining = cuts.length === 0 ? null : Math.max(...cuts)
  const byHash = new Map<string, EngineRow[]>()
  for (const row of lists.flatMap(({ rows }) => rows)) {
    const isSilent = row.transaction === undefined && row.event === undefined
    if (isSilent || (remaining !== null && row.blockNumber <= remaining)) continue
    byHash.set(row.hash, [...(byHash.get(row.hash) ?? []), row])
  }
  const found = [...byHash.values()].map((rows) => ({ ...placeOf(rows), entry: toEntry({ chainId, account, rows }) }))
  found.sort((a, b) => b.blockNumber - a.blockNumber || b.position - a.position || (a.hash < b.hash ? 1 : -1))
  const last = found[most - 1]
  const shown = last === undefined ? found : found.filter(({ blockNumber }) => blockNumber >= last.blockNumber)
  const entries = shown.map(({ entry }) => entry)
  const isCut = last !== undefined && shown.length < found.length
  const next = isCut ? last.blockNumber - 1 : remaining
  return { entries, next: next === null || next < 0 ? null : String(next) }
}

function placeOf(rows: readonly EngineRow[]) {
  const [{ hash, blockNumber } = { hash: '', blockNumber: 0 }] = rows
  return { hash, blockNumber, position: rows.find(({ position }) => position !== undefined)?.position ?? 0 }
}

function toEntry({
  chainId,
  account,
  rows,
}: {
  chainId: string
  account: string
  rows: readonly EngineRow[]
}): HistoryEntry {
  const [first] = rows
  const events = rows.flatMap(({ event }) => event ?? [])
  const own = rows.find(({ transaction }) => transaction !== undefined)?.transaction
  const [moved] = events
  // Its sender is in another list than the account's own, so it wasn't the account, whatever an event says in its name.
  const giver = moved === undefined || moved.from === account ? '' : moved.from
  // To move a token is mostly to call its contract.
  const foreign = { from: giver, to: moved?.contract ?? moved?.to ?? '', value: 0n, selector: '0x', succeeded: true }
  return {
    transaction: {
      ...foreign,
      ...own,
      chainId,
      hash: first?.hash ?? '',
      minedAt: first?.minedAt ?? 0,
      nonce: own?.nonce ?? rows.find(({ nonce }) => nonce !== undefined)?.nonce ?? 0,
      recipients: new Set(events.filter(isTransfer).map(({ to }) => to)).size,
    },
    events,
  }
}
