import type { Block, BlockTransaction, Receipt } from './block.js'
import { type ChainEvent, isTransfer, zeroAddress } from './chainEvent.js'
import { decodeLog } from './decodeLog.js'

/** A transaction, wherever it is known from. */
export interface Transaction {
  readonly hash: string
  /** seconds since 1970 */
  readonly minedAt: number
  /** '' where only what it moved is known */
  readonly from: string
  /** null where the transaction made a contract */
  readonly to: string | null
  readonly nonce: number
  /** in the smallest unit of the network's coin */
  readonly value: bigint
  /** the first four bytes of its call, `0x` where there is none */
  readonly selector: string
  readonly succeeded: boolean
  /** how many accounts were given something, as far as that is known: many at once are no payment */
  readonly recipients: number
}

/** A transaction as it is stored: its events and its accounts. */
export interface IndexedTransaction extends Transaction {
  readonly blockNumber: number
  readonly position: number
  readonly events: readonly ChainEvent[]
  /** whose history it belongs to */
  readonly accounts: readonly string[]
}

export interface ToIndexed {
  block: Pick<Block, 'number' | 'timestamp'>
  transaction: BlockTransaction
  receipt: Receipt
}

/** More of a transaction aren't written down: a payment of everyone's wages has fewer, and 16.7 million gas write 60,000. */
export const mostEvents = 2_000

/** A transaction with what it did, by its own receipt: of more than {@link mostEvents} each contract's first. */
export function toIndexed({ block, transaction, receipt }: ToIndexed): IndexedTransaction {
  const { hash, transactionIndex, from, to, nonce, value, input } = transaction
  const succeeded = receipt.status
  const receiver = to ?? receipt.contractAddress
  // A failed transaction moved nothing.
  const ownValue: readonly ChainEvent[] =
    value > 0n && receiver !== null
      ? [{ kind: 'native', contract: null, tokenId: null, from, to: receiver, amount: value }]
      : []
  const events = succeeded ? [...ownValue, ...fairly(eventsIn(receipt.logs))] : []
  const accounts = new Set([from, ...(receiver === null ? [] : [receiver]), ...events.flatMap(sidesOf)])
  accounts.delete(zeroAddress)
  return {
    hash,
    blockNumber: block.number,
    position: transactionIndex,
    minedAt: block.timestamp,
    from,
    to,
    nonce,
    value,
    selector: input.length < 10 ? '0x' : input.slice(0, 10),
    succeeded,
    recipients: new Set(events.filter(isTransfer).map((event) => event.to)).size,
    events,
    accounts: [...accounts],
  }
}

/** The events of logs: of each contract no more than are kept. */
function eventsIn(logs: Receipt['logs']): readonly ChainEvent[] {
  const counts = new Map<string, number>()
  return logs.flatMap((log) => {
    const before = counts.get(log.address) ?? 0
    if (before >= mostEvents) return []
    const events = decodeLog(log)
    counts.set(log.address, before + events.length)
    return events
  })
}

/**
 * As many as are kept: the contracts take turns, so that one that writes thousands, in a bundle of several people's or before what
 * it hides, leaves room for each other's.
 */
function fairly(events: readonly ChainEvent[]): readonly ChainEvent[] {
  const most = mostEvents - 1 // beside the transaction's own value
  if (events.length <= most) return events
  const turns = new Map<string | null, number>()
  const inTurns = events.map((event, index) => {
    const turn = turns.get(event.contract) ?? 0
    turns.set(event.contract, turn + 1)
    return { event, index, turn }
  })
  const kept = inTurns.toSorted((one, other) => one.turn - other.turn || one.index - other.index).slice(0, most)
  return kept.toSorted((one, other) => one.index - other.index).map(({ event }) => event)
}

/** The spender of an approval and the pool of a swap are no participants. */
function sidesOf(event: ChainEvent): readonly string[] {
  if (isTransfer(event)) return [event.from, event.to]
  return event.kind === 'swap' ? [] : [event.from]
}
