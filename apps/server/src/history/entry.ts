import type { ChainEvent } from '../indexer/chainEvent.js'

/** A transaction, of whatever family and from wherever it is known. */
export interface HistoryTransaction {
  /** CAIP-2 */
  readonly chainId: string
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
  /** whether it is in no block yet */
  readonly isPending?: boolean | undefined
}

/** What happened in it. */
export interface HistoryEvent extends ChainEvent {
  /** the token's, where the transaction itself says them */
  readonly decimals?: number | undefined
}

/** An entry of a history. */
export interface HistoryEntry {
  readonly transaction: HistoryTransaction
  readonly events: readonly HistoryEvent[]
}
