/** The figures that the rooms report. Labels are few and of the server's own making: nothing of a visitor is among them. */
export interface Metrics {
  /** A request was answered. `route` is the router's pattern, never a path. */
  answered(request: { method: string; route: string; status: number; ms: number }): void
  /** A request was refused, by the code of the refusal. */
  rejected(refusal: { route: string; code: string }): void
  /** A mail was sent or wasn't; `dropped` are those that no queue took. */
  mailed(mail: { queue: string; outcome: 'sent' | 'failed' | 'dropped' }): void
  /** Something happened to a ceremony of the keeper's that its mailbox is written about. */
  noted(note: { occasion: string }): void
  /** A node was asked; `upstream` is its place in the configuration. */
  asked(question: { chainId: string; upstream: number; outcome: string; ms: number }): void
  /** Rows of a provider's answer could not be read. */
  unread(rows: { provider: string; count: number }): void
  /** A limit refused a request. */
  refused(refusal: { limit: string }): void
  /** A message of the relay went its way. */
  relayed(step: { event: string }): void
  /** A cache was asked. */
  cached(question: { cache: string; isHit: boolean }): void
  /** Reads a state whenever the figures are asked for. */
  observe(observed: Observed): void
  /** The figures, as Prometheus reads them. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>
}

/** A state that is read when metrics are requested. */
export type Observed =
  | { readonly kind: 'redis'; readonly isUp: () => boolean }
  | { readonly kind: 'connections'; readonly read: () => Readonly<Record<string, number>> }
  | { readonly kind: 'nodes'; readonly statuses: readonly string[]; readonly read: () => readonly NodeState[] }
  | {
      readonly kind: 'delegates'
      readonly findings: readonly string[]
      readonly read: () => readonly { readonly chainId: string; readonly finding: string }[]
    }
  | { readonly kind: 'indexer'; readonly read: () => readonly IndexerState[] }
  | { readonly kind: 'relay'; readonly read: () => RelayState }

export interface NodeState {
  readonly chainId: string
  readonly upstream: number
  readonly status: string
}

export interface IndexerState {
  readonly chainId: string
  /** the block up to which all is stored */
  readonly head: number | null
  /** how many blocks are missing up to the network's own head; null while that can't be seen */
  readonly lag: number | null
  /** how many rounds have failed in a row */
  readonly failures: number
}

export interface RelayState {
  readonly sockets: number
  readonly subscriptions: number
  /** messages that wait in this node's memory */
  readonly kept: { readonly messages: number; readonly bytes: number }
}
