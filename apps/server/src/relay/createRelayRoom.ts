import { createMemoryMailboxes, createRelay } from '@foyer/relay'
import type { Clock } from '../clock.js'
import type { Log } from '../log/createLog.js'
import type { Metrics } from '../metrics/metrics.js'
import type { Redis } from '../redis/redis.js'
import type { Services } from '../services.js'
import { createAdmission } from './admission.js'
import { createRelayEndpoint, type RelayEndpoint } from './endpoint.js'
import type { RelayConfig } from './limits.js'
import { createRedisMailboxes } from './redisMailboxes.js'
import { createOwnAudience } from './token.js'

export interface CreateRelayRoomParameters {
  config: RelayConfig
  publicUrl: string | undefined
  services: Pick<Services, 'callers' | 'clientKey' | 'projects' | 'usage'>
  /** where several nodes share their mailboxes */
  redis: Redis | undefined
  clock: Clock
  log: Log
  metrics: Pick<Metrics, 'relayed' | 'observe'>
  requestId: () => string
}

/** The relay with its mailboxes, in memory or in Redis, and its sockets. */
export function createRelayRoom(parameters: CreateRelayRoomParameters): RelayEndpoint {
  const { config, publicUrl, services, redis, clock, log, metrics, requestId } = parameters
  const { now } = clock
  const memory = createMemoryMailboxes({ now })
  const relay = createRelay({
    mailboxes: redis === undefined ? memory : createRedisMailboxes({ redis, now }),
    clock,
    onEvent: (event) => metrics.relayed({ event }),
    onFailure: (error) => log.warn({ error }, 'a mailbox could not be reached'),
  })
  // What nodes share is measured at Redis itself; this node's memory is empty then.
  metrics.observe({ kind: 'relay', read: () => ({ ...relay.state(), kept: memory.size() }) })
  const isOwnAudience = createOwnAudience({ urls: config.urls, publicUrl })
  const admit = createAdmission({ services, isOwnAudience, now })
  return createRelayEndpoint({ relay, admit, limits: config, clock, log, requestId })
}
