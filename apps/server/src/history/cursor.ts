import { isNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { formatPageMark, parsePageMark } from './pageMark.js'

/** A transaction's position among all of an account, on all networks that are indexed. */
export interface HistoryPlace {
  /** seconds since 1970 */
  readonly minedAt: number
  /** CAIP-2 */
  readonly chainId: string
  readonly blockNumber: number
  readonly position: number
}

/** The beginning of the index's next page. */
export interface HistoryCursor {
  /** The last transaction that was listed. */
  readonly after: HistoryPlace
  /** The last reorganisation when the first page was read: what moved since is listed from where it stood then. */
  readonly reorg: number
}

/** The beginning of the next page of a network's engine, in the engine's words. */
export interface EngineCursor {
  /** CAIP-2 */
  readonly chainId: string
  readonly mark: string
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** As the index keeps it, in a column of 32 bits. */
const Position = v.pipe(Count, v.maxValue(2 ** 31 - 1))
const ChainId = v.custom<string>(isNetworkId)
const Written = v.union([
  v.strictTuple([v.literal(1), Count, Count, ChainId, Count, Position]),
  v.strictTuple([v.literal(2), ChainId, v.pipe(v.string(), v.maxLength(200))]),
])

export const formatCursor = (cursor: HistoryCursor | EngineCursor): string => formatPageMark(toWritten(cursor))

function toWritten(cursor: HistoryCursor | EngineCursor): v.InferOutput<typeof Written> {
  if ('mark' in cursor) return [2, cursor.chainId, cursor.mark]
  const { minedAt, chainId, blockNumber, position } = cursor.after
  return [1, cursor.reorg, minedAt, chainId, blockNumber, position]
}

/** @throws InvalidInputError */
export function parseCursor(text: string): HistoryCursor | EngineCursor {
  const output = parsePageMark(Written, text)
  if (output[0] === 2) return { chainId: output[1], mark: output[2] }
  const [, reorg, minedAt, chainId, blockNumber, position] = output
  return { reorg, after: { minedAt, chainId, blockNumber, position } }
}
