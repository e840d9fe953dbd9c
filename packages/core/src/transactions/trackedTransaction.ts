import * as v from 'valibot'
import type { NetworkId } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import type { Asset, MinedTransaction } from '../connector/family.js'
import type { Output } from '../wire/call.js'
import { activityTypes } from './activityItem.js'

/**
 * The status of a transaction: `held` by an account that is a contract, where others may have to sign before it is sent; `replaced` by something else of the same account, `cancelled` by a payment of nothing, `dropped` where neither it
 * nor what took its place was found. Of a batch of calls besides: `partial` where some took effect, `failed` where the wallet never sent them, `unknown` where it
 * doesn't know them.
 */
export const trackedStatuses = [
  'pending',
  'held',
  'mined',
  'reverted',
  'replaced',
  'cancelled',
  'dropped',
  'partial',
  'failed',
  'unknown',
] as const
export type TrackedStatus = (typeof trackedStatuses)[number]

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** A transaction's hash, or the id of a batch, which may have 4,096 bytes. */
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(8_194))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const AssetSchema: v.GenericSchema<unknown, Asset> = v.variant('type', [
  v.object({ type: v.literal('coin') }),
  v.object({ type: v.literal('token'), address: short }),
  v.object({ type: v.literal('nft'), address: short, tokenId: short, standard: v.optional(short) }),
])

const Whole = v.pipe(
  v.string(),
  v.regex(/^\d{1,80}$/),
  v.transform((digits) => BigInt(digits)),
)
const Decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** A transfer of a tracked transaction. */
const TrackedTransfer = v.object({
  to: short,
  asset: AssetSchema,
  /** In the asset's smallest unit. */
  amount: Whole,
  /** The token's symbol, where it was known when it was sent. */
  symbol: v.optional(short),
  decimals: v.optional(Decimals),
})
export type TrackedTransfer = Output<typeof TrackedTransfer>

/** So much of a token, or of a network's own coin. */
const TokenAmount = v.object({
  /** In its smallest unit. */
  amount: Whole,
  decimals: Decimals,
  symbol: v.pipe(v.string(), v.maxLength(128)),
  /** Of a token: its contract’s. */
  address: v.optional(short),
})
export type TokenAmount = Output<typeof TokenAmount>

/** The amount that a swap sells, and the least that it buys. */
const TrackedSwap = v.object({ sold: TokenAmount, bought: TokenAmount })
export type TrackedSwap = Output<typeof TrackedSwap>

/** A batch of calls: the whole, whose `hash` is its id at the wallet, or one of those that were sent one at a time. */
const TrackedCalls = v.object({
  id: Name,
  count: Count,
  /** Which of them it is, from 1; undefined for the whole. */
  number: v.optional(Count),
})
export type TrackedCalls = Output<typeof TrackedCalls>

/** A transaction that was sent through this kit. */
const TrackedTransaction = v.object({
  hash: Name,
  networkId: v.custom<NetworkId>((value) => typeof value === 'string' && isNetworkId(value)),
  /** The account that sent it. */
  address: short,
  type: v.picklist(activityTypes),
  transfer: v.optional(TrackedTransfer),
  swap: v.optional(TrackedSwap),
  calls: v.optional(TrackedCalls),
  /** Milliseconds since 1970. */
  sentAt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  status: v.picklist(trackedStatuses),
  nonce: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The transactions sent to take its place, oldest first. */
  replacements: v.array(v.object({ hash: short, kind: v.picklist(['speedUp', 'cancel']) })),
  /** The one that is in a block. */
  minedHash: v.optional(short),
  /** Why it was reverted, in the words of the chain or its contract. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(200))),
  /** The number of its block, once it is in one. */
  blockNumber: v.optional(Whole),
  /** Of one that no node knows: the block from which the events of its account are to be read. */
  unseenBlock: v.optional(Whole),
  /** The fee that was paid, in the smallest unit of the network's own coin. */
  fee: v.optional(Whole),
  /** The amount received of the token that it bought, in that one's smallest unit; undefined where that isn't known. */
  received: v.optional(Whole),
})
export type TrackedTransaction = Output<typeof TrackedTransaction>

/** The result of a wait. */
export type TrackedEnd = Pick<
  TrackedTransaction,
  'status' | 'minedHash' | 'reason' | 'blockNumber' | 'fee' | 'received'
>

/** What the chain shows of one that is followed. */
export type TrackedChange = Partial<Pick<TrackedTransaction, 'status' | 'nonce' | 'unseenBlock'>>

/** Is it a batch that the wallet follows by its own id? No chain knows that, and nothing can take its place. */
export const isBatch = ({ calls }: Pick<TrackedTransaction, 'calls'>): boolean =>
  calls !== undefined && calls.number === undefined

/** Has it no end yet: is it waited for by the network, or held by its account? */
export const isOpen = ({ status }: Pick<TrackedTransaction, 'status'>): boolean =>
  status === 'pending' || status === 'held'

/** How long a held one is followed from when it was sent, in milliseconds: 30 days. */
export const heldMs: number = 2_592_000_000

/** Distinguishes it among all networks. */
export const trackedKey = ({ networkId, hash }: Pick<TrackedTransaction, 'networkId' | 'hash'>): string =>
  `${networkId}:${hash}`

/** The one that a node would mine now: the last that was sent in its place, else itself. */
export const latestHash = ({ hash, replacements }: Pick<TrackedTransaction, 'hash' | 'replacements'>): string =>
  replacements.at(-1)?.hash ?? hash

/** It, or anything that was sent in its place. */
export const hasHash = ({ hash, replacements, minedHash }: TrackedTransaction, wanted: string): boolean =>
  hash === wanted || minedHash === wanted || replacements.some((each) => each.hash === wanted)

/** The time that a page waits for one, in milliseconds; the next visit waits anew. */
export const waitMs: number = 3_600_000

/** The most transactions that are remembered [S9.24]. */
export const trackedLimit = 99

/** Its number changes with the shape of the items: another version starts clean. */
const Stored = v.pipe(v.string(), v.parseJson(), v.object({ version: v.literal(1), items: v.array(v.unknown()) }))

/** Reads what an earlier visit kept; what isn't a tracked transaction is left out [F20]. */
export function parseTracked(text: string | undefined): readonly TrackedTransaction[] {
  const stored = v.safeParse(Stored, text)
  if (!stored.success) return []
  const items = stored.output.items.slice(0, trackedLimit).flatMap((item) => {
    const { success, output } = v.safeParse(TrackedTransaction, item)
    return success ? [output] : []
  })
  return merged(items, [])
}

/** @returns undefined where there is nothing to keep */
export function writeTracked(items: readonly TrackedTransaction[]): string | undefined {
  if (items.length === 0) return undefined
  return JSON.stringify({ version: 1, items }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** Both lists as one, newest first: of two that are the same transaction, the one that has ended, else the one of `own`. */
export function merged(
  own: readonly TrackedTransaction[],
  others: readonly TrackedTransaction[],
): readonly TrackedTransaction[] {
  const all = new Map(own.map((item) => [trackedKey(item), item]))
  for (const item of others) {
    const mine = all.get(trackedKey(item))
    if (!mine || (isOpen(mine) && !isOpen(item))) all.set(trackedKey(item), item)
  }
  return limited([...all.values()].sort((a, b) => b.sentAt - a.sentAt))
}

/** At most 99 [S9.24]: the oldest ended ones go first, then the oldest. */
function limited(items: readonly TrackedTransaction[]): readonly TrackedTransaction[] {
  const excess = items.length - trackedLimit
  if (excess <= 0) return items
  const oldestFirst = [...items].reverse()
  const ended = oldestFirst.filter((item) => !isOpen(item))
  const gone = new Set([...ended, ...oldestFirst.filter(isOpen)].slice(0, excess))
  return items.filter((item) => !gone.has(item))
}

/** The event of a token's transfer (ERC-20): its topics are from and to, its data the amount. */
const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Computes how much more of a token an account received by a transaction than it sent; undefined where the contract's logs have neither. */
export function receivedOf({
  logs = [],
  token,
  account,
}: Pick<MinedTransaction, 'logs'> & { readonly token: string; readonly account: string }): bigint | undefined {
  const isOf = (topic: string | undefined) => topic?.slice(-40).toLowerCase() === account.slice(-40).toLowerCase()
  const received = logs.reduce((sum, { address, topics: [event, from, to, ...more], data }) => {
    const isTransfer = event === transferred && more.length === 0 && /^0x[0-9a-f]{64}$/i.test(data)
    if (!isTransfer || address.toLowerCase() !== token.toLowerCase()) return sum
    return sum + (isOf(to) ? BigInt(data) : 0n) - (isOf(from) ? BigInt(data) : 0n)
  }, 0n)
  return received > 0n ? received : undefined
}
