import type { Metrics } from '@foyer/service/metrics/metrics'
import type { Chains } from './chains.js'
import { healthStatuses } from './health.js'

/** Adds a gauge of the nodes of every network. */
export function observeNodes({ metrics, chains }: { metrics: Metrics; chains: Pick<Chains, 'all'> }): void {
  metrics.observe({
    kind: 'nodes',
    statuses: healthStatuses,
    read: () =>
      chains.all.flatMap((chain) =>
        chain.health().map((status, upstream) => ({ chainId: chain.id, upstream, status })),
      ),
  })
}
