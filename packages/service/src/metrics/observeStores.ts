import type { Database } from '../db/database.js'
import type { Redis } from '../redis/redis.js'
import type { Metrics } from './metrics.js'

export interface ObserveStoresParameters {
  metrics: Metrics
  database: Pick<Database, 'connections'>
  redis: Redis | undefined
}

/** Adds gauges of the database and of Redis, where a server has them. */
export function observeStores({ metrics, database, redis }: ObserveStoresParameters): void {
  if (redis !== undefined) metrics.observe({ kind: 'redis', isUp: redis.isUp })
  if (database.connections() !== null) {
    metrics.observe({ kind: 'connections', read: () => database.connections() ?? {} })
  }
}
