/** The figures that every program reports. Labels are few and of the server's own making: nothing of a visitor is among them. */
export interface Metrics {
  /** A request was answered. `route` is the router's pattern, never a path. */
  answered(request: { method: string; route: string; status: number; ms: number }): void
  /** A request was refused, by the code of the refusal. */
  rejected(refusal: { route: string; code: string }): void
  /** A mail was sent or wasn't; `dropped` are those that no queue took. */
  mailed(mail: { queue: string; outcome: 'sent' | 'failed' | 'dropped' }): void
  /** Something happened to a ceremony of the keeper's that its mailbox is written about. */
  noted(note: { occasion: string }): void
  /** A limit refused a request. */
  refused(refusal: { limit: string }): void
  /** Reads a state whenever the figures are asked for. */
  observe(observed: Observed): void
  /** The figures, as Prometheus reads them. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>
}

/** A state that is read when metrics are requested. */
export type Observed =
  | { readonly kind: 'redis'; readonly isUp: () => boolean }
  | { readonly kind: 'connections'; readonly read: () => Readonly<Record<string, number>> }
