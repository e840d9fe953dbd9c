import { randomBytes, randomUUID } from 'node:crypto'
import { createAdminAccess } from './admin/adminAccess.js'
import { createAdministration } from './admin/administration.js'
import type { BackgroundWork } from './background.js'
import { createBalances } from './balances/balances.js'
import { createChains } from './chains/chains.js'
import { createChainWatch } from './chains/chainWatch.js'
import type { Clock } from './clock.js'
import type { ServerConfig } from './config/config.js'
import type { Database } from './db/database.js'
import { createDirectory } from './directory/directory.js'
import { createDirectoryStore } from './directory/directoryStore.js'
import { shippedWallets } from './directory/shippedWallets.js'
import { createEventKeeping } from './events/eventKeeping.js'
import { createEvents } from './events/events.js'
import { createHeldTokens } from './history/heldTokens.js'
import { createHistory } from './history/history.js'
import { createHistorySources } from './history/older/createHistorySources.js'
import { createOlderHistory } from './history/olderHistory.js'
import { createIndexer } from './indexer/indexer.js'
import { createClientKey } from './limits/clientAddress.js'
import { createClientLimit } from './limits/clientLimit.js'
import { createMemoryLimits } from './limits/limits.js'
import { observeLimits } from './limits/observeLimits.js'
import { createRedisLimits } from './limits/redisLimits.js'
import type { Log } from './log/createLog.js'
import { createMetrics } from './metrics/createMetrics.js'
import { noMetrics } from './metrics/metrics.js'
import { observeServices } from './metrics/observeServices.js'
import { createNaming } from './names/createNaming.js'
import { createNftFetching, createNftKeeping } from './nfts/nftFetching.js'
import { createNfts } from './nfts/nfts.js'
import { coinbasePurchases } from './onramp/coinbasePurchases.js'
import { createOnramp } from './onramp/onramp.js'
import { createPurchaseLedger } from './onramp/purchases.js'
import { createUsdPrices } from './onramp/usdPrices.js'
import { createPayKeeping } from './pay/payKeeping.js'
import { createPayments } from './pay/payments.js'
import { createPriceSources } from './prices/createPriceSources.js'
import { createPrices } from './prices/prices.js'
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
import { createTokens } from './tokens/tokens.js'

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
  const metrics = config.metricsToken === undefined ? noMetrics : createMetrics()
  const chains = createChains({
    chains: config.chains,
    timeoutMs: config.upstreamTimeoutMs,
    clock,
    random: Math.random,
    onAsked: metrics.asked,
  })
  const limits = observeLimits({
    limits: redis === undefined ? createMemoryLimits({ now }) : createRedisLimits({ redis, now }),
    onRefused: metrics.refused,
  })
  observeServices({ metrics, chains, database, redis })
  // Five errors within a minute, the figure that clients keep to by themselves [S8.43].
  const errorLimit = limits.slidingWindow({ name: 'errors', most: 5, withinMs: 60_000, whenAway: 'open' })
  // For every room that fetches what a stranger's text points to.
  const safeFetch = createSafeFetch({ config: config.safeFetch, clock, resolveHost })
  const tokens = createTokens({ orm, publicUrl: config.publicUrl, now })
  // What the operator names may stand anywhere.
  const fetcherFor = (origin: string) =>
    createSafeFetch({ config: { ...config.safeFetch, allow: [...config.safeFetch.allow, origin] }, clock, resolveHost })
  const prices = createPrices({ sources: createPriceSources({ config: config.prices, fetcherFor }), log, clock })
  const usage = createUsage({ orm, clock, log })
  const sealing = createSealing({ keys: config.sessionKeys, randomBytes })
  const grantLimit = limits.slidingWindow({ name: 'session grants', most: 10, withinMs: 60_000, whenAway: 'open' })
  const projects = createProjects({
    orm,
    now,
    onAsked: ({ isHit }) => metrics.cached({ cache: 'projects', isHit }),
  })
  const naming = createNaming({
    config: config.names,
    ensConfig: config.ens,
    publicUrl: config.publicUrl,
    orm,
    chains,
    projects,
    safeFetch,
    clock,
    log,
  })
  const directory = createDirectory({
    store: createDirectoryStore({ orm }),
    shipped: shippedWallets,
    chains: chains.all.map(({ id }) => id),
    clock,
    log,
  })
  const events = createEvents({ orm, errorLimit, now })
  const nfts = createNfts({ orm, publicUrl: config.publicUrl, now })
  const keptOutside = (config.onramp?.providers ?? []).flatMap((provider) =>
    provider.kind === 'coinbase' ? [coinbasePurchases({ config: provider, now, nonce: randomUUID })] : [],
  )
  const purchases = createPurchaseLedger({ orm, chains, outside: keptOutside, now })
  const indexer = createIndexer({ chains, orm, log, clock, holder: randomUUID() })
  metrics.observe({
    kind: 'indexer',
    read: () =>
      // Only the node that follows knows where the chain is.
      indexer.state().flatMap(({ chainId, leads, indexed: head, lag }) => {
        return leads && head !== null && lag !== null ? [{ chainId, head, lag }] : []
      }),
  })
  const older = createOlderHistory({ orm, sources: createHistorySources({ chains, fetcherFor }), log, now })
  const background: readonly BackgroundWork[] = [
    indexer,
    createChainWatch({ chains, clock, log }),
    usage.work,
    createSessionKeeping({ orm, sealing, clock, log }),
    createPayKeeping({ orm, clock, log }),
    createEventKeeping({ orm, days: config.eventRetentionDays, clock, log }),
    ...naming.background,
    createNftFetching({ orm, chains, safeFetch, clock, log }),
    createNftKeeping({ orm, clock, log }),
    directory.work,
  ]
  return {
    adminAccess:
      config.adminToken === undefined
        ? null
        : createAdminAccess({ token: config.adminToken, now, randomId: randomUUID }),
    // So many that an operator's script isn't stopped, so few that nobody gets anywhere by guessing.
    adminLimit: limits.rateLimit({ name: 'admin', perSecond: 1, burst: 30, whenAway: 'closed' }),
    administration: createAdministration({ projects, events, usage, now }),
    background,
    balances: createBalances({ chains, tokens, prices, heldTokens: createHeldTokens({ orm }), fetcherFor, log, clock }),
    chains,
    clientKey: createClientKey({ trustedProxies: config.trustedProxies }),
    database,
    directory,
    events,
    history: createHistory({ orm, chains, purchases, older, tokens, prices, nfts, log }),
    indexer,
    log,
    metrics,
    metricsToken: config.metricsToken,
    naming,
    nfts,
    now,
    onramp: createOnramp({
      config: config.onramp,
      chains,
      prices: createUsdPrices({ prices, tokens }),
      now,
      uuid: randomUUID,
    }),
    payments: createPayments({ config: config.pay, orm, chains, now, uuid: randomUUID }),
    prices,
    projects,
    purchases,
    rateLimit: createClientLimit({ limits, ...config.rateLimit }),
    redis,
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
    tokens,
    usage,
  }
}
