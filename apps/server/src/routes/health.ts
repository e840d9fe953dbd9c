import type { Reason } from '@foyer/service/errors/ApiError'
import { NotReadyError } from '@foyer/service/errors/refusals'
import { metricsRoute } from '@foyer/service/route/metricsRoute'
import * as v from 'valibot'
import type { HealthStatus } from '../chains/health.js'
import type { Services } from '../services.js'
import { route } from './route.js'

const HealthReply = v.object({ status: v.literal('ok') })

/** `up`: all nodes are well, or haven't been asked yet. `down`: not one of them is. */
const ChainState = v.picklist(['up', 'degraded', 'down'])
const ReadyReply = v.object({
  status: v.literal('ok'),
  redis: v.picklist(['none', 'up', 'away']),
  /** by CAIP-2 id */
  chains: v.record(v.string(), ChainState),
  /** of the networks that this node follows: how many blocks are still to be indexed; null while that is unknown */
  indexer: v.record(v.string(), v.nullable(v.number())),
})

const shared = { method: 'get', group: 'Operations', access: 'anyone', admitsItself: true } as const

/**
 * `/healthz`: the process answers. `/readyz`: the database does too, so that requests may be sent here. It says how Redis,
 * the networks and their index are, but they don't decide: without them this node is as good as any other, and taking all nodes away would
 * only end the service.
 */
export const health = [
  route(
    {
      ...shared,
      id: 'getHealth',
      path: '/healthz',
      summary: 'Answers while the process lives.',
      reply: HealthReply,
    },
    () => ({ status: 'ok' as const }),
  ),
  route(
    {
      ...shared,
      id: 'getReadiness',
      path: '/readyz',
      summary:
        'Answers 200 while requests may be sent here, else 503: the database is away, or the server is being stopped. A network or a Redis that is away is reported and keeps it ready.',
      reply: ReadyReply,
    },
    async ({ services: { chains, database, indexer, isDraining, redis } }) => {
      if (isDraining())
        throw notReady({ code: 'draining', name: 'server', description: 'This server is being stopped.' })
      try {
        await database.ping()
      } catch (cause) {
        throw notReady({ code: 'not_ready', name: 'database', description: "The database doesn't answer.", cause })
      }
      return {
        status: 'ok' as const,
        redis: redis === undefined ? ('none' as const) : redis.isUp() ? ('up' as const) : ('away' as const),
        chains: Object.fromEntries(chains.all.map((chain) => [chain.id, stateOf(chain.health())])),
        indexer: Object.fromEntries(
          indexer.state().flatMap(({ chainId, leads, lag }) => (leads ? [[chainId, lag] as const] : [])),
        ),
      }
    },
  ),
  metricsRoute<Services>({ token: 'METRICS_TOKEN' }),
]

const notReady = (said: Reason & { code: string; cause?: unknown }) => new NotReadyError({ ...said, status: 503 })

function stateOf(statuses: readonly HealthStatus[]): v.InferOutput<typeof ChainState> {
  const well = statuses.filter((status) => status === 'healthy' || status === 'unknown')
  if (well.length === statuses.length) return 'up'
  return statuses.every((status) => status === 'silent' || status === 'wrong_chain') ? 'down' : 'degraded'
}
