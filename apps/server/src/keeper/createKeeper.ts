import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { BackgroundWork } from '../background.js'
import { observeBudgets } from '../budget/budget.js'
import { createCallerBudget } from '../budget/callerBudget.js'
import { createClientKey, createIsProxy, networkOf } from '../budget/clientAddress.js'
import { figures } from '../budget/figures.js'
import { createHoldings } from '../budget/holdings.js'
import { createWindows } from '../budget/limit.js'
import { createMemoryBudgets } from '../budget/memoryBudgets.js'
import { createRedisBudgets } from '../budget/redisBudgets.js'
import type { Clock } from '../clock.js'
import type { Database } from '../db/database.js'
import { createSharedPing } from '../db/sharedPing.js'
import type { Log } from '../log/createLog.js'
import { shown } from '../mail/letter.js'
import type { MailQueue } from '../mail/mailQueue.js'
import type { Metrics } from '../metrics/metrics.js'
import { observeStores } from '../metrics/observeStores.js'
import { createOwnersOf } from '../owners/ownerOf.js'
import type { Redis } from '../redis/redis.js'
import type { Env } from '../routes/env.js'
import { createSealedRows } from '../seal/sealedRows.js'
import { createNonces, spendIn } from '../signedCalls/nonces.js'
import { createSignedCalls } from '../signedCalls/signedCalls.js'
import { createSocialProviders } from '../socials/createSocials.js'
import { redirectUriOf } from '../socials/socialsConfig.js'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import { changeMails } from './changeMails.js'
import { sendCodeAhead } from './codesAhead.js'
import { deletionMails } from './deletionMails.js'
import type { KeeperConfig } from './keeperConfig.js'
import type { KeeperSecrets } from './keeperKeys.js'
import { keeperLimits } from './keeperLimits.js'
import { createKeeperKeeping } from './keeping.js'
import { createLateMails } from './lateMails.js'
import { createSendOwed } from './owedMails.js'
import { createSendLetter } from './sendLetter.js'
import type { KeeperServices } from './services.js'
import { createLook } from './store.js'
import { keeperNonces } from './tables.js'
import { createTellLogin } from './tellLogin.js'

/** What one client may ask: a page asks a few times a minute, and waits in between. */
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
  readonly config: Pick<
    KeeperConfig,
    | 'deletionMs'
    | 'holdMs'
    | 'keys'
    | 'loginUrl'
    | 'metricsToken'
    | 'placeHeader'
    | 'socials'
    | 'trustedProxies'
    | 'walletOrigin'
  >
  readonly secrets: KeeperSecrets
  readonly database: Database
  readonly redis?: Redis | undefined
  readonly mails: MailQueue
  readonly metrics: Metrics
  readonly log: Log
  readonly clock: Clock
  readonly requestId: () => string
  readonly leaving?: AbortSignal | undefined
  /** by which the login server is told what becomes of wallets */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** What the seal of a wallet's row is for: keys of two uses are two keys. */
export const sealedBindings = ({ keys }: Pick<KeeperConfig, 'keys'>) =>
  createSealedRows({ keys, use: 'keeper bindings' })

/** Joins the keeper's parts. */
export function createKeeper(parameters: CreateKeeperParameters): {
  readonly services: KeeperServices
  readonly background: readonly BackgroundWork[]
} {
  const { config, secrets, database, redis, mails, metrics, log, clock, requestId } = parameters
  const { leaving = new AbortController().signal } = parameters
  const { keys, walletOrigin } = config
  const { fetch = globalThis.fetch } = parameters
  const { orm } = database
  const { now } = clock
  const budgets = observeBudgets({
    budgets: redis === undefined ? createMemoryBudgets({ now }) : createRedisBudgets({ redis, clock }),
    onRefused: metrics.refused,
  })
  observeStores({ metrics, database, redis })
  const windowOf = createWindows(budgets)
  const spend = spendIn({ orm, table: keeperNonces })
  const sending = { orm, clock, walletOrigin, mails, metrics, log }
  const onSent = (ceremony: Ceremony) =>
    void sendCodeAhead(keeper, ceremony).catch((error: unknown) =>
      log.warn({ error }, 'no code was sent beside a mail'),
    )
  const [send, sendChange] = [createSendLetter({ ...sending, onSent }), createSendOwed(changeMails, sending)]
  const sendDeletion = createSendOwed(deletionMails, sending)
  const keeper: KeeperBase = {
    ...{ orm, clock, secrets, randomBytes, holdMs: config.holdMs, deletionMs: config.deletionMs },
    sealedRows: sealedBindings(config),
    socials: createSocialProviders({ ...config, now, origin: walletOrigin }),
    redirectUri: redirectUriOf({ origin: config.walletOrigin }),
    // After the answer, so that its time doesn't say whether there is a mail.
    write: (letter) => void setImmediate(() => send(letter)),
    writeChange: (owed) => void setImmediate(() => sendChange(owed)),
    writeDeletion: (owed) => void setImmediate(() => sendDeletion(owed)),
    tellLogin: createTellLogin({ ...config, fetch, log }),
    ownersOf: createOwnersOf({ keys }),
    windowOf,
    networkLimit: windowOf(keeperLimits.network),
    wholeLimit: budgets.rate({ name: 'ceremonies', ...wholeLimit, whenAway: 'closed' }),
    busyLimit: budgets.rate({ name: 'ceremonies of busy networks', ...busyLimit, whenAway: 'closed' }),
    waits: createHoldings({ perOwner: slots.perOwner, inAll: mostWaiting, networkOf }),
    look: createLook(orm),
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
    signedCalls: createSignedCalls({ nonces: createNonces({ keys, use: 'keeper nonce', spend, now, randomBytes }) }),
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
