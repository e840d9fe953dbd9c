import type { ServerMetrics } from '../metrics/serverMetrics.js'
import type { Chains } from './chains.js'
import { healthStatuses } from './health.js'

/** Adds a gauge of the nodes of every network. */
export function observeNodes({ metrics, chains }: { metrics: ServerMetrics; chains: Pick<Chains, 'all'> }): void {
  metrics.observeRoom({
    kind: 'nodes',
    statuses: healthStatuses,
    read: () =>
      chains.all.flatMap((chain) =>
        chain.health().map((status, upstream) => ({ chainId: chain.id, upstream, status })),
      ),
  })
}
