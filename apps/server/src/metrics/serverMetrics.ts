import type { Metrics } from '@foyer/service/metrics/metrics'

/** The figures of the API's rooms, beside those of every program. */
export interface ServerMetrics extends Metrics {
  /** A node was asked; `upstream` is its place in the configuration. */
  asked(question: { chainId: string; upstream: number; outcome: string; ms: number }): void
  /** Rows of a provider's answer could not be read. */
  unread(rows: { provider: string; count: number }): void
  /** A message of the relay went its way. */
  relayed(step: { event: string }): void
  /** A cache was asked. */
  cached(question: { cache: string; isHit: boolean }): void
  /** Reads a state of a room whenever the figures are asked for. */
  observeRoom(observed: ObservedRoom): void
}

/** A state of a room that is read when metrics are requested. */
export type ObservedRoom =
  | { readonly kind: 'nodes'; readonly statuses: readonly string[]; readonly read: () => readonly NodeState[] }
  | { readonly kind: 'delegates'; readonly findings: readonly string[]; readonly read: () => readonly DelegateState[] }
  | { readonly kind: 'indexer'; readonly read: () => readonly IndexerState[] }
  | { readonly kind: 'relay'; readonly read: () => RelayState }

interface NodeState {
  readonly chainId: string
  readonly upstream: number
  readonly status: string
}

interface DelegateState {
  readonly chainId: string
  readonly finding: string
}

interface IndexerState {
  readonly chainId: string
  /** the block up to which all is stored */
  readonly head: number | null
  /** how many blocks are missing up to the network's own head; null while that can't be seen */
  readonly lag: number | null
  /** how many rounds have failed in a row */
  readonly failures: number
  /** how many transactions are indexed without what they did, since their receipts are too large */
  readonly unread: number
}

export interface RelayState {
  readonly sockets: number
  readonly subscriptions: number
  /** messages that wait in this node's memory */
  readonly kept: { readonly messages: number; readonly bytes: number }
}
