import { randomBytes } from 'node:crypto'
import { observeBudgets } from '@foyer/service/budget/budget'
import { createCallerBudget } from '@foyer/service/budget/callerBudget'
import { createClientKey, createIsProxy, networkOf } from '@foyer/service/budget/clientAddress'
import { figures } from '@foyer/service/budget/figures'
import { createHoldings } from '@foyer/service/budget/holdings'
import { createWindows } from '@foyer/service/budget/limit'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { createRedisBudgets } from '@foyer/service/budget/redisBudgets'
import type { Clock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { createSharedPing } from '@foyer/service/db/sharedPing'
import type { Log } from '@foyer/service/log/createLog'
import { shown } from '@foyer/service/mail/letter'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import type { Metrics } from '@foyer/service/metrics/metrics'
import { observeStores } from '@foyer/service/metrics/metrics'
import { createOwnersOf } from '@foyer/service/owners/ownerOf'
import type { Redis } from '@foyer/service/redis/redis'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import type { Env } from '@foyer/service/route/env'
import type { KeeperSecrets } from '@foyer/service/seal/keeperKeys'
import { createSealedRows, type SealedRows } from '@foyer/service/seal/sealedRows'
import { createSignedCalls, spendIn } from '@foyer/service/signedCalls/signedCalls'
import { createSocialProviders } from '@foyer/service/socials/createSocials'
import { redirectUriOf } from '@foyer/service/socials/socialsConfig'
import type { Context } from 'hono'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import { sendCodeAhead } from './codesAhead.js'
import type { KeeperConfig } from './keeperConfig.js'
import { keeperLimits } from './keeperLimits.js'
import { createKeeperKeeping } from './keeping.js'
import { createLateMails } from './lateMails.js'
import { createCallLogin, createNotifyLogin } from './notifyLogin.js'
import { createSendOwed } from './owedMails.js'
import type { KeeperServices } from './services.js'
import { createSiteNames } from './siteNames.js'
import { createLook } from './store.js'
import { keeperNonces } from './tables.js'

/** Budget of one client's questions: a page asks a few times a minute, and waits in between. */
const callerRate = { perSecond: 20, burst: 200 } as const
/** Devices that wait take a slot each. */
const slots = { perOwner: 50, inAll: 4_000 } as const
/** Of those that wait, so that there are always slots for what is done at once. */
const mostWaiting = 1_000
/** The breaker over all ceremonies: far more than a keeper's mail server takes. Half of it is left to networks that have begun none or one. */
const wholeLimit = { perSecond: 10, burst: 1_000 } as const
const busyLimit = { perSecond: 5, burst: 500 } as const
/** Mails that are sent late, of all ceremonies: as many as are begun, so that what was left is worked off beside what is new. */
const lateLimit = { perSecond: 10, burst: 100 } as const

const longestPlace = 80

export interface CreateKeeperParameters {
  readonly config: Omit<KeeperConfig, 'database' | 'host' | 'logLevel' | 'port' | 'redisUrl' | 'secret' | 'smtp'>
  readonly secrets: KeeperSecrets
  readonly database: Database
  readonly redis?: Redis | undefined
  readonly mails: MailQueue
  readonly metrics: Metrics
  readonly log: Log
  readonly clock: Clock
  readonly requestId: () => string
  readonly leaving?: AbortSignal | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Creates the seal of wallets' rows: keys of two uses are two keys. */
export const sealedBindings = ({ keys }: Pick<KeeperConfig, 'keys'>): SealedRows =>
  createSealedRows({ keys, use: 'keeper bindings' })

/** Joins the keeper's parts. */
export function createKeeper(parameters: CreateKeeperParameters): {
  readonly services: KeeperServices
  readonly background: readonly BackgroundWork[]
} {
  const { config, secrets, database, redis, mails, metrics, log, clock, requestId } = parameters
  const { leaving = new AbortController().signal, fetch = globalThis.fetch } = parameters
  const { keys, walletOrigin } = config
  const { orm } = database
  const { now } = clock
  const budgets = observeBudgets({
    budgets: redis === undefined ? createMemoryBudgets({ now }) : createRedisBudgets({ redis, clock }),
    onRefused: metrics.refused,
  })
  observeStores({ metrics, database, redis })
  const windowOf = createWindows(budgets)
  const spend = spendIn({ orm, table: keeperNonces })
  const codeAhead = (ceremony: Ceremony) =>
    void sendCodeAhead(keeper, ceremony).catch((error: unknown) =>
      log.warn({ error }, 'no code was sent beside a mail'),
    )
  const callLogin = createCallLogin({ ...config, fetch })
  const siteNames = createSiteNames({ walletOrigin, secrets, clock, callLogin, log })
  const send = createSendOwed({ orm, clock, walletOrigin, siteNames, mails, metrics, log, codeAhead })
  const keeper: KeeperBase = {
    ...{ orm, clock, secrets, log, randomBytes, holdMs: config.holdMs, deletionMs: config.deletionMs },
    sealedRows: sealedBindings(config),
    socials: createSocialProviders({ ...config, now, origin: walletOrigin }),
    redirectUri: redirectUriOf({ origin: config.walletOrigin }),
    // After the answer, so that its time doesn't say whether there is a mail.
    write: (kind, owed) => void setImmediate(() => send(kind, owed)),
    notifyLogin: createNotifyLogin({ callLogin, log }),
    ownersOf: createOwnersOf({ keys }),
    windowOf,
    networkLimit: windowOf(keeperLimits.network),
    wholeLimit: budgets.rate({ name: 'ceremonies', ...wholeLimit, whenAway: 'closed' }),
    busyLimit: budgets.rate({ name: 'ceremonies of busy networks', ...busyLimit, whenAway: 'closed' }),
    waits: createHoldings({ perOwner: slots.perOwner, inAll: mostWaiting, networkOf }),
    look: createLook(orm),
    siteNames,
    lateLimit: budgets.rate({ name: 'late mails', ...lateLimit, whenAway: 'open' }),
  }
  const services: KeeperServices = {
    keeper,
    ...{ leaving, isDraining: () => leaving.aborted, log, metrics, now, requestId, walletOrigin },
    metricsToken: config.metricsToken,
    placeOf: createPlaceOf(config),
    bodies: createHoldings({ ...figures.bodyBytes, networkOf }),
    callers: createCallerBudget({ budgets, ...callerRate }),
    chains: { find: () => undefined },
    clientKey: createClientKey(config),
    database: { ping: createSharedPing({ ping: database.ping, now }) },
    signedCalls: createSignedCalls({ keys, use: 'keeper nonce', spend, now, randomBytes }),
    slots: createHoldings({ ...slots, networkOf }),
  }
  return {
    services,
    background: [mails.work, createLateMails({ base: keeper, log }), createKeeperKeeping({ base: keeper, log })],
  }
}

/** The operator's proxy says the place, where one is trusted; a visitor could say any. */
function createPlaceOf({
  placeHeader,
  trustedProxies,
}: Pick<KeeperConfig, 'placeHeader' | 'trustedProxies'>): KeeperServices['placeOf'] {
  if (placeHeader === undefined) return () => null
  const isProxy = createIsProxy({ trustedProxies })
  return (c: Context<Env>) => {
    const said = c.req.header(placeHeader)
    const remote = c.env.incoming?.socket.remoteAddress
    if (said === undefined || remote === undefined || !isProxy(remote)) return null
    const place = shown(said).trim().slice(0, longestPlace)
    return place === '' ? null : place
  }
}
