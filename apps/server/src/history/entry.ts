import type { ChainEvent } from '../indexer/chainEvent.js'
import type { Transaction } from '../indexer/indexedTransaction.js'

/** A transaction, of whatever family and from wherever it is known. */
export interface HistoryTransaction extends Transaction {
  /** CAIP-2 */
  readonly chainId: string
  /** whether it is in no block yet */
  readonly isPending?: boolean | undefined
}

/** An event of a transaction. */
export interface HistoryEvent extends ChainEvent {
  /** the token's, where the transaction itself says them */
  readonly decimals?: number | undefined
}

/** An entry of a history. */
export interface HistoryEntry {
  readonly transaction: HistoryTransaction
  readonly events: readonly HistoryEvent[]
}
