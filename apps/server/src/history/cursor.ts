import * as v from 'valibot'
import { InvalidInputError } from '../errors/refusals.js'

/** A transaction's position among all of an account, on all networks. */
export interface HistoryPlace {
  /** seconds since 1970 */
  readonly minedAt: number
  /** CAIP-2 */
  readonly chainId: string
  readonly blockNumber: number
  readonly position: number
}

/** Where the next page begins. */
export interface HistoryCursor {
  /** The last transaction that was listed. */
  readonly after: HistoryPlace
  /** The last reorganisation when the first page was read: what moved since is listed from where it stood then. */
  readonly reorg: number
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Written = v.strictTuple([v.literal(1), Count, Count, v.pipe(v.string(), v.maxLength(64)), Count, Count])

/** @returns what clients hand back and don't read */
export function formatCursor({ after, reorg }: HistoryCursor): string {
  const { minedAt, chainId, blockNumber, position } = after
  return Buffer.from(JSON.stringify([1, reorg, minedAt, chainId, blockNumber, position])).toString('base64url')
}

/** @throws {@link InvalidInputError} */
export function parseCursor(text: string): HistoryCursor {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Written), Buffer.from(text, 'base64url').toString())
  if (!parsed.success) {
    throw new InvalidInputError({ reasons: [{ name: 'cursor', description: "Isn't the `next` of a page." }] })
  }
  const [, reorg, minedAt, chainId, blockNumber, position] = parsed.output
  return { reorg, after: { minedAt, chainId, blockNumber, position } }
}
