import type { Database } from '../db/database.js'
import type { Redis } from '../redis/redis.js'

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
  refused(refusal: { limit: string }): void
  /** Adds a state that is read whenever the figures are asked for. */
  gauge(parameters: GaugeParameters): void
  /** The figures, as Prometheus reads them. */
  read(): Promise<{ readonly text: string; readonly contentType: string }>
}

/** A gauge's name, and what it is read from. */
export interface GaugeParameters {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly read: () => readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/** For a server without a token for them: metrics can't be read, so none are kept. */
export const noMetrics: Metrics = {
  answered: () => {},
  rejected: () => {},
  mailed: () => {},
  noted: () => {},
  refused: () => {},
  gauge: () => {},
  read: async () => ({ text: '', contentType: 'text/plain; charset=utf-8' }),
}

interface ObserveStores {
  metrics: Pick<Metrics, 'gauge'>
  database: Pick<Database, 'connections'>
  redis: Pick<Redis, 'isUp'> | undefined
}

/** Adds gauges of the database and of Redis, where a server has them. */
export function observeStores({ metrics: { gauge }, database, redis }: ObserveStores): void {
  if (redis !== undefined)
    gauge({
      name: 'redis_up',
      help: 'Whether Redis answered the last time it was asked.',
      labelNames: [],
      read: () => [{ labels: {}, value: redis.isUp() ? 1 : 0 }],
    })
  if (database.connections() !== null)
    gauge({
      name: 'database_connections',
      help: 'Connections to PostgreSQL, by state; `waiting` are requests that wait for one.',
      labelNames: ['state'],
      read: () => Object.entries(database.connections() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
    })
}
