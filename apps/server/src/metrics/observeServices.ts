import type { Chains } from '../chains/chains.js'
import type { Database } from '../db/database.js'
import type { Redis } from '../redis/redis.js'
import type { Metrics } from './metrics.js'

export interface ObserveServicesParameters {
  metrics: Metrics
  chains: Pick<Chains, 'all'>
  database: Pick<Database, 'connections'>
  redis: Redis | undefined
}

/** Adds gauges of the database, Redis, networks and index, where a server has them. */
export function observeServices({ metrics, chains, database, redis }: ObserveServicesParameters): void {
  metrics.observe({
    kind: 'nodes',
    read: () =>
      chains.all.flatMap((chain) =>
        chain.health().map((status, upstream) => ({ chainId: chain.id, upstream, status })),
      ),
  })
  if (redis !== undefined) metrics.observe({ kind: 'redis', isUp: redis.isUp })
  if (database.connections() !== null) {
    metrics.observe({ kind: 'connections', read: () => database.connections() ?? {} })
  }
}
