import * as v from 'valibot'
import { type ChainEvent, isTransfer } from '../../indexer/chainEvent.js'
import { topics as known } from '../../indexer/decodeLog.js'
import type { Provider } from '../../provider/provider.js'
import { readable, row } from '../../provider/rows.js'
import { AddressText, DataText, HashText } from '../../rpc/bytes.js'
import type { HistoryEntry, HistoryTransaction } from '../entry.js'
import type { ApprovalLogs, EnginePage, EngineRequest } from './engine.js'

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
export function joinLists(request: {
  chainId: string
  account: string
  lists: readonly EngineList[]
  most: number
}): EnginePage {
  const { chainId, account, lists, most } = request
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

function toEntry(request: { chainId: string; account: string; rows: readonly EngineRow[] }): HistoryEntry {
  const { chainId, account, rows } = request
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

export interface LogsByTopicParameters {
  urlOf: (query: Readonly<Record<string, string>>) => string
  provider: Provider
}

/** The most that one answer has. */
const perAnswer = 1_000
const mostAnswers = 5
const freshMs = 60_000

const Log = v.object({
  address: AddressText,
  /** Some engines fill the four places up with null. */
  topics: v.pipe(
    v.array(v.nullable(HashText)),
    v.transform((topics) => topics.filter((topic) => topic !== null)),
  ),
  data: DataText,
  blockNumber: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,13}$/)),
  /** `0x` is zero. */
  logIndex: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{0,8}$/)),
  transactionHash: HashText,
})

const Reply = v.object({
  result: v.pipe(
    v.nullable(v.array(row(Log))),
    v.transform((logs) => logs ?? []),
  ),
})

const Refusal = v.object({ result: v.string() })

/** @returns what an answer that has a sentence in place of a result means: too fast, not allowed, or tried in vain */
export function etherscanRefusal(answer: unknown): 'limited' | 'refused' | 'unreachable' | null {
  const parsed = v.safeParse(Refusal, answer)
  if (!parsed.success) return null
  const { result } = parsed.output
  if (/rate limit/i.test(result)) return 'limited'
  return /timeout|unexpected|temporar|busy/i.test(result) ? 'unreachable' : 'refused'
}

/**
 * Reads the events by which an account approved something, oldest first.
 * @see https://docs.etherscan.io/api-reference/endpoint/getlogs-topics, which Blockscout has at `/api` too
 */
export function createLogsByTopic({ urlOf, provider }: LogsByTopicParameters) {
  const read = async ({ topic, account, ...asker }: EngineRequest & { topic: string }): Promise<ApprovalLogs> => {
    const owner = `0x${account.slice(2).padStart(64, '0')}`
    const found = new Map<string, v.InferOutput<typeof Log>>()
    let from = 0
    let isRead = true
    for (let answers = 0; answers < mostAnswers; answers += 1) {
      const range = { fromBlock: String(from), toBlock: 'latest', page: '1', offset: String(perAnswer) }
      const { result } = await provider.ask({
        url: urlOf({ module: 'logs', action: 'getLogs', ...range, topic0: topic, topic0_1_opr: 'and', topic1: owner }),
        schema: Reply,
        rows: (answer) => answer.result,
        refusal: etherscanRefusal,
        freshMs,
        ...asker,
      })
      const read = readable(result)
      for (const log of read) found.set(`${log.transactionHash} ${log.logIndex}`, log)
      // What can't be read may have been an approval.
      isRead &&= read.length === result.length
      if (result.length < perAnswer) return { logs: [...found.values()], isWhole: isRead }
      const last = Number(read.at(-1)?.blockNumber ?? from)
      if (last === from) break
      from = last // it may go on in the same block
    }
    return { logs: [...found.values()], isWhole: false }
  }
  return async (request: EngineRequest): Promise<ApprovalLogs> => {
    const [one, all] = await Promise.all(
      [known.approval, known.approvalForAll].map((topic) => read({ ...request, topic })),
    )
    return {
      logs: [...(one?.logs ?? []), ...(all?.logs ?? [])],
      isWhole: one?.isWhole === true && all?.isWhole === true,
    }
  }
}
