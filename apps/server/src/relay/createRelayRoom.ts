import { createMemoryMailboxes, createRelay, mailboxBudgets, type RelayParameters } from '@foyer/relay'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { Redis } from '@foyer/service/redis/redis'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'
import type { ServerMetrics } from '../metrics/serverMetrics.js'
import { createFairRate } from '../owners/fairRate.js'
import { createAdmission, type RelayServices } from './admission.js'
import { createRelayEndpoint, type RelayEndpoint } from './endpoint.js'
import { type RelayConfig, type RelayRates, ratesOf } from './limits.js'
import { createRedisMailboxes } from './redisMailboxes.js'
import { createSocketCounts } from './socketCounts.js'
import { createOwnAudience } from './token.js'

export interface CreateRelayRoomParameters {
  config: RelayConfig
  publicUrl: string | undefined
  services: RelayServices
  /** where several nodes share their mailboxes */
  redis: Redis | undefined
  clock: Clock
  log: Log
  metrics: Pick<ServerMetrics, 'relayed' | 'observeRoom'>
  requestId: () => string
}

export interface RelayRoom extends RelayEndpoint {
  readonly background: readonly BackgroundWork[]
}

const tidyEveryMs = 60_000

/** The relay with its mailboxes, in memory or in Redis, and its sockets. */
export function createRelayRoom(parameters: CreateRelayRoomParameters): RelayRoom {
  const { config, publicUrl, services, redis, clock, log, metrics, requestId } = parameters
  const { now } = clock
  const budgets = mailboxBudgets({ maxBytes: config.mailboxMegabytes * 1024 * 1024 })
  const memory = createMemoryMailboxes({ now, budgets })
  const mailboxes = redis === undefined ? memory : createRedisMailboxes({ redis, now, budgets })
  const rates = createRates({ rates: ratesOf(config), now })
  const relay = createRelay({
    mailboxes,
    clock,
    pay: payFrom(rates),
    onEvent: (event) => metrics.relayed({ event }),
    onFailure: (error) => log.warn({ error }, 'a mailbox could not be reached'),
  })
  // What nodes share is measured at Redis itself; this node's memory is empty then.
  metrics.observeRoom({ kind: 'relay', read: () => ({ ...relay.state(), kept: memory.size() }) })
  const { handshakes, projectHandshakes, frames } = rates
  const isOwnAudience = createOwnAudience({ urls: config.urls, publicUrl })
  const admission = createAdmission({
    ...{ services, handshakes, projectHandshakes, isOwnAudience, now },
    counts: createSocketCounts(config),
  })
  const endpoint = createRelayEndpoint({ relay, admission, frames, clock, log, requestId })
  const tidying = createRepeatedWork({
    name: 'relay mailboxes',
    everyMs: tidyEveryMs,
    clock,
    log,
    round: mailboxes.tidy,
  })
  return { ...endpoint, background: [endpoint.pings, endpoint.steering, endpoint.reviews, tidying] }
}

type Rates = ReturnType<typeof createRates>

/** Counted by each node: a client's sockets are on one, and asking Redis for each message would cost more than the message. */
function createRates({ rates, now }: { rates: RelayRates; now: () => number }) {
  const budgets = createMemoryBudgets({ now })
  const rate = (name: keyof RelayRates) => budgets.rate({ name: `relay ${name}`, ...rates[name], whenAway: 'open' })
  const shared = (name: keyof RelayRates) => createFairRate({ ...rates[name], now })
  return {
    handshakes: rate('handshakes'),
    projectHandshakes: shared('projectHandshakes'),
    frames: rate('frames'),
    clientSteps: rate('clientSteps'),
    projectSteps: shared('projectSteps'),
    clientBytes: rate('clientBytes'),
    projectBytes: shared('projectBytes'),
  }
}

/** The client's budgets come first, so that one that has nothing left takes nothing of its project's. */
function payFrom({ clientSteps, clientBytes, projectSteps, projectBytes }: Rates): NonNullable<RelayParameters['pay']> {
  return async ({ owner: { address, network, project: from }, cost: { steps, bytes } }) =>
    (await clientSteps.take({ key: address, cost: steps })) === null &&
    (await clientBytes.take({ key: address, cost: bytes })) === null &&
    projectSteps.take({ from, network, cost: steps }) === null &&
    projectBytes.take({ from, network, cost: bytes }) === null
}
