import { randomBytes, randomUUID } from 'node:crypto'
import type { BackgroundWork } from './background.js'
import { createBalances } from './balances/balances.js'
import { createChains } from './chains/chains.js'
import { createChainWatch } from './chains/chainWatch.js'
import type { Clock } from './clock.js'
import type { ServerConfig } from './config/config.js'
import type { Database } from './db/database.js'
import { createEvents } from './events/events.js'
import { createClientKey } from './limits/clientAddress.js'
import { createClientLimit } from './limits/clientLimit.js'
import { createMemoryLimits } from './limits/limits.js'
import { createRedisLimits } from './limits/redisLimits.js'
import type { Log } from './log/createLog.js'
import { noNameService } from './names/identities.js'
import { createProjects } from './projects/projects.js'
import { createUsage } from './projects/usage.js'
import type { Redis } from './redis/redis.js'
import { resolveHost } from './safeFetch/resolveHost.js'
import { createSafeFetch } from './safeFetch/safeFetch.js'
import type { Services } from './services.js'
import { createSealing } from './sessions/sealing.js'
import { createSessionKeeping } from './sessions/sessionKeeping.js'
import { createSmartSessions } from './sessions/smartSessions.js'
import { createSwaps } from './swaps/swaps.js'

export interface CreateServicesParameters {
  config: ServerConfig
  database: Database
  /** what several nodes share; without it this one is alone */
  redis?: Redis | undefined
  log: Log
  clock: Clock
  requestId: () => string
}

/** The one place where the rooms are joined: each is given the others that it asks. */
export function createServices({ config, database, redis, log, clock, requestId }: CreateServicesParameters): Services {
  const { orm } = database
  const { now } = clock
  const chains = createChains({
    chains: config.chains,
    timeoutMs: config.upstreamTimeoutMs,
    clock,
    random: Math.random,
  })
  const limits = redis === undefined ? createMemoryLimits({ now }) : createRedisLimits({ redis, now })
  // Five errors within a minute, the figure that clients keep to by themselves [S8.43].
  const errorLimit = limits.slidingWindow({ name: 'errors', most: 5, withinMs: 60_000, whenAway: 'open' })
  // For every room that fetches what a stranger's text points to.
  const safeFetch = createSafeFetch({ config: config.safeFetch, clock, resolveHost })
  const usage = createUsage({ orm, clock, log })
  const sealing = createSealing({ keys: config.sessionKeys, randomBytes })
  const grantLimit = limits.slidingWindow({ name: 'session grants', most: 10, withinMs: 60_000, whenAway: 'open' })
  const background: readonly BackgroundWork[] = [
    createChainWatch({ chains, clock, log }),
    usage.work,
    createSessionKeeping({ orm, sealing, clock, log }),
  ]
  return {
    background,
    balances: createBalances({ chains }),
    chains,
    clientKey: createClientKey({ trustedProxies: config.trustedProxies }),
    database,
    events: createEvents({ orm, errorLimit, now }),
    identities: noNameService,
    log,
    now,
    projects: createProjects({ orm, now }),
    rateLimit: createClientLimit({ limits, ...config.rateLimit }),
    requestId,
    swaps: createSwaps({ chains, orm, now }),
    smartSessions: createSmartSessions({
      orm,
      chains,
      sealing,
      grantLimit,
      now,
      randomUuid: randomUUID,
      randomBytes,
    }),
    usage,
  }
}
