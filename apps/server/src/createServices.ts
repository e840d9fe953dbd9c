import { randomBytes, randomUUID } from 'node:crypto'
import { observeBudgets } from '@foyer/service/budget/budget'
import { createCallerBudget } from '@foyer/service/budget/callerBudget'
import { createClientAddress, createClientKey, networkOf } from '@foyer/service/budget/clientAddress'
import { figures } from '@foyer/service/budget/figures'
import { createHoldings } from '@foyer/service/budget/holdings'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { createRedisBudgets } from '@foyer/service/budget/redisBudgets'
import type { Clock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { createSharedPing } from '@foyer/service/db/sharedPing'
import type { Log } from '@foyer/service/log/createLog'
import type { Mailer } from '@foyer/service/mail/mail'
import { createMailQueue } from '@foyer/service/mail/mailQueue'
import { createSmtpMailer } from '@foyer/service/mail/smtpMailer'
import { observeStores } from '@foyer/service/metrics/metrics'
import { createOwnerOf } from '@foyer/service/owners/ownerOf'
import type { Redis } from '@foyer/service/redis/redis'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createAdminAccess } from './admin/adminAccess.js'
import { createAdministration } from './admin/administration.js'
import { createOpenApprovals } from './approvals/openApprovals.js'
import { createBalances } from './balances/balances.js'
import { createChainWatch } from './chains/chainWatch.js'
import { createChains } from './chains/createChains.js'
import { createDelegates } from './chains/delegates.js'
import { observeNodes } from './chains/observeNodes.js'
import { passedFigures } from './chains/passedFigures.js'
import type { ServerConfig } from './config/config.js'
import { createDescriptors } from './descriptors/descriptors.js'
import { shippedDescriptors } from './descriptors/readDescriptors.js'
import { createDirectory } from './directory/directory.js'
import { createDirectoryStore } from './directory/directoryStore.js'
import { shippedWallets } from './directory/readListing.js'
import { shippedPictures } from './directory/suppliedPictures.js'
import { createDrawings } from './drawings/drawings.js'
import { workerFile } from './drawings/workerFile.js'
import { createEventKeeping } from './events/eventKeeping.js'
import { createEvents } from './events/events.js'
import { createHeldNfts } from './heldNfts/heldNfts.js'
import { createCounterparties } from './history/counterparties.js'
import { createEngines } from './history/engines/createEngines.js'
import { createHeldTokens } from './history/heldTokens.js'
import { createHistory } from './history/history.js'
import { createHistoryKeeping } from './indexer/historyKeeping.js'
import { createIndexer } from './indexer/indexer.js'
import { createLogin } from './login/createLogin.js'
import { createLoginKeeping } from './login/loginKeeping.js'
import { createServerMetrics, noServerMetrics } from './metrics/createServerMetrics.js'
import { createNaming } from './names/createNaming.js'
import { createNftFetching, createNftKeeping } from './nfts/nftFetching.js'
import { createAlchemy } from './nfts/nftProvider.js'
import { createNfts } from './nfts/nfts.js'
import { createAdmitToPage } from './onramp/keyedPages.js'
import { createOnramp } from './onramp/onramp.js'
import { createPurchaseLedger } from './onramp/purchases.js'
import { createUsdPrices } from './onramp/quotes.js'
import { createPayKeeping } from './pay/payKeeping.js'
import { createPayments } from './pay/payments.js'
import { createBundlers } from './paymasters/bundlers.js'
import { createPaymasters } from './paymasters/paymasters.js'
import { createPictureStore } from './pictures/openPictureStore.js'
import type { PictureStore } from './pictures/pictureStore.js'
import { createPictures } from './pictures/pictures.js'
import { createPriceSources } from './prices/createPriceSources.js'
import { createPrices } from './prices/prices.js'
import { createProjectBudget } from './projects/projectBudget.js'
import { createProjects } from './projects/projects.js'
import { createUsage } from './projects/usage.js'
import { createProviders } from './provider/createProviders.js'
import { createSharedAnswers } from './provider/sharedAnswers.js'
import { readersOf } from './readers/readers.js'
import { createRelayRoom } from './relay/createRelayRoom.js'
import { resolveHost } from './safeFetch/resolveHost.js'
import { createSafeFetch } from './safeFetch/safeFetch.js'
import type { Services } from './services.js'
import { createSessionKeeping } from './sessions/sessionKeeping.js'
import { createSmartSessions } from './sessions/smartSessions.js'
import { createVerifySignature } from './signIn/checkSignIn.js'
import { createSignInBudgets } from './signIn/signInBudgets.js'
import { createSignInKeeping } from './signIn/signInKeeping.js'
import { createSignIns } from './signIn/signIns.js'
import { createTokens as createSignInTokens } from './signIn/tokens.js'
import { createSimulation } from './simulation/simulation.js'
import { createSponsor } from './sponsor/sponsor.js'
import { createSponsorKeeping } from './sponsor/sponsorKeeping.js'
import { createSwaps } from './swaps/swaps.js'
import { createTokens } from './tokens/tokens.js'
import { createWarnings } from './warnings/warnings.js'

export interface CreateServicesParameters {
  config: ServerConfig
  database: Database
  /** what several nodes share; without it this one is alone */
  redis?: Redis | undefined
  /** where the relay's mailboxes are, if not in `redis` */
  mailboxRedis?: Redis | undefined
  /** where pictures are; that of the configuration, untried, if left out */
  pictureStore?: PictureStore | undefined
  /** what sends mails; the mail server of the configuration, if left out */
  mailer?: Mailer | undefined
  log: Log
  clock: Clock
  requestId: () => string
  /** whether the node is leaving; never, if left out */
  isDraining?: (() => boolean) | undefined
}

/** The one place where the rooms are joined: each receives its dependencies. */
export function createServices(parameters: CreateServicesParameters): Services {
  const base = joinBase(parameters)
  const projects = joinProjects(base)
  const following = joinFollowing(base)
  const holdings = joinHoldings({ ...base, ...projects.services })
  const signIn = joinSignIn(base)
  const money = joinMoney({ ...base, ...holdings.services })
  const known = { ...projects.services, ...following.services, ...holdings.services }
  const login = joinLogin({ ...base, ...known, mailer: parameters.mailer })
  const words = joinWords(base)
  const { config, clock, database, log, redis, mailboxRedis = redis, requestId, isDraining = () => false } = parameters
  const { budgets, chains, metrics, prices, tokens } = base
  const clientKey = createClientKey({ trustedProxies: config.trustedProxies })
  const callers = createCallerBudget({ budgets, ...config.rateLimit })
  const relay = createRelayRoom({
    config: config.relay,
    publicUrl: config.publicUrl,
    services: { ...projects.services, callers, clientKey },
    redis: mailboxRedis,
    clock,
    log,
    metrics,
    requestId,
  })
  return {
    ...projects.services,
    ...following.services,
    ...holdings.services,
    ...money.services,
    ...signIn.services,
    ...login.services,
    ...words.services,
    background: [following, projects, holdings, money, signIn, login, words, relay].flatMap((each) => each.background),
    answers: createHoldings(passedFigures.answerBytes),
    bodies: createHoldings({ ...figures.bodyBytes, networkOf }),
    slots: createHoldings({ ...figures.slots, networkOf }),
    callers,
    chains,
    clientKey,
    clientAddress: createClientAddress({ trustedProxies: config.trustedProxies }),
    database: { ping: createSharedPing({ ping: database.ping, now: clock.now }) },
    isDraining,
    log,
    metrics,
    metricsToken: config.metricsToken,
    now: clock.now,
    prices,
    projectBudget: createProjectBudget({ budgets, ...config.rateLimit }),
    publicUrl: config.publicUrl,
    redis,
    relay,
    requestId,
    tokens,
  }
}

/** Some of the services, and the work beside the answering that belongs to them. */
interface Joined<Name extends keyof Services> {
  services: Pick<Services, Name>
  background: readonly BackgroundWork[]
}

type Base = ReturnType<typeof joinBase>

/** The dependencies of most rooms: chains, limits, fetching, tokens and prices. */
function joinBase(parameters: CreateServicesParameters) {
  const { config, database, redis, log, clock } = parameters
  const { orm } = database
  const { now } = clock
  const metrics = config.metricsToken === undefined ? noServerMetrics : createServerMetrics()
  const chains = createChains({
    chains: config.chains,
    timeoutMs: config.upstreamTimeoutMs,
    clock,
    random: Math.random,
    onAsked: metrics.asked,
  })
  const budgets = observeBudgets({
    budgets: redis === undefined ? createMemoryBudgets({ now }) : createRedisBudgets({ redis, clock }),
    onRefused: metrics.refused,
  })
  observeNodes({ metrics, chains })
  observeStores({ metrics, database, redis })
  const ownerOf = createOwnerOf({ keys: config.sessionKeys })
  // For every room that fetches URLs from untrusted text.
  const safeFetch = createSafeFetch({ config: config.safeFetch, clock, resolveHost })
  // URLs of the operator's configuration may be on any host.
  const fetcherFor = (origin: string) =>
    createSafeFetch({ config: { ...config.safeFetch, allow: [...config.safeFetch.allow, origin] }, clock, resolveHost })
  const tokens = createTokens({ orm, publicUrl: config.publicUrl, readersOf, clock })
  const { pictureStore = createPictureStore({ config: config.pictures, clock, random: Math.random }) } = parameters
  const kept = createPictures({ orm, store: pictureStore, now })
  const drawings = createDrawings({ clock, workerFile })
  const onUnread = (rows: { provider: string; count: number }) => {
    metrics.unread(rows)
    log.warn(rows, 'rows of an answer could not be read, and are left out')
  }
  const { publicUrl } = config
  const sources = createPriceSources({ config: config.prices, budgets, onUnread, clock, random: Math.random })
  const prices = createPrices({ sources, log, clock })
  return {
    config,
    publicUrl,
    orm,
    redis,
    log,
    clock,
    now,
    metrics,
    budgets,
    chains,
    onUnread,
    safeFetch,
    fetcherFor,
    drawings,
    kept,
    tokens,
    prices,
    ownerOf,
    readersOf,
    random: Math.random,
    uuid: randomUUID,
    randomUuid: randomUUID,
  }
}

/** Projects, their administration, and their analytics. */
function joinProjects(
  base: Base,
): Joined<'adminAccess' | 'adminLimit' | 'administration' | 'events' | 'projects' | 'usage'> {
  const { now, metrics, budgets } = base
  const { adminToken: token, eventRetentionDays: days } = base.config
  const projects = createProjects({ ...base, onAsked: ({ isHit }) => metrics.cached({ cache: 'projects', isHit }) })
  const usage = createUsage(base)
  const events = createEvents({ ...base, retentionDays: days })
  return {
    services: {
      adminAccess: token === undefined ? null : createAdminAccess({ token, now, randomId: randomUUID }),
      // High enough for an operator's script, low enough that guessing tokens is hopeless.
      adminLimit: budgets.rate({ name: 'admin', perSecond: 1, burst: 30, whenAway: 'closed' }),
      administration: createAdministration({ projects, events, usage, now }),
      events,
      projects,
      usage,
    },
    background: [usage.work, createEventKeeping({ ...base, days })],
  }
}

/** The watch over the nodes, what accounts can be switched to there, and the index of what happens on their chains. */
function joinFollowing(base: Base): Joined<'indexer' | 'delegates'> {
  const { database, historyRetentionDays: days } = base.config
  // An embedded database has no other node beside this one: the next one to open it goes on at once, and the lease needn't be renewed often.
  const isAlone = database.kind !== 'postgres'
  const node = isAlone ? { holder: 'embedded', leaseMs: 60_000 } : { holder: randomUUID() }
  const indexer = createIndexer({ ...base, ...node })
  base.metrics.observeRoom({
    kind: 'indexer',
    read: () =>
      // Only the node that follows knows where the chain is.
      indexer.state().flatMap(({ chainId, leads, indexed: head, lag, failuresInARow: failures, unread }) => {
        return leads ? [{ chainId, head, lag, failures, unread }] : []
      }),
  })
  const keeping = days === undefined ? [] : [createHistoryKeeping({ ...base, days })]
  const delegates = createDelegates(base)
  const background = [indexer, createChainWatch(base), delegates.work, ...keeping]
  return { services: { indexer, delegates }, background }
}

/** Joins the services of names, wallets, NFTs, and the smart sessions that visitors grant. */
function joinHoldings(
  base: Base & Pick<Services, 'projects'>,
): Joined<'directory' | 'naming' | 'nfts' | 'smartSessions'> {
  const { config, log, chains, budgets } = base
  const naming = createNaming({ ...base, config: config.names, ensConfig: config.ens })
  const directory = createDirectory({
    ...base,
    store: createDirectoryStore(base),
    shipped: shippedWallets,
    shippedPictures: () => shippedPictures({ onBad: (bad) => log.warn(bad, 'A shipped picture is not taken.') }),
    chains: chains.all.map(({ id }) => id),
  })
  const grantLimit = budgets.window({ name: 'session grants', most: 10, withinMs: 60_000, whenAway: 'open' })
  const smartSessions = createSmartSessions({ ...base, grantLimit })
  return {
    services: { directory, naming, nfts: createNfts(base), smartSessions },
    background: [
      createSessionKeeping(base),
      ...naming.background,
      createNftFetching(base),
      createNftKeeping(base),
      directory.work,
    ],
  }
}

/** Sign-in with a wallet. */
function joinSignIn(base: Base): Joined<'signIns'> {
  const { config, now, budgets, publicUrl: issuer = 'foyer' } = base
  const signInBudgets = createSignInBudgets({ budgets, now })
  const tokens = createSignInTokens({ keys: config.sessionKeys, now })
  const verifySignature = createVerifySignature(base)
  return {
    services: {
      signIns: createSignIns({ ...base, tokens, verifySignature, budgets: signInBudgets, issuer, randomBytes }),
    },
    background: [createSignInKeeping(base)],
  }
}

/** Login by e-mail, where it is set up, and what is paid for those who are logged in. */
function joinLogin(
  base: Base & Pick<Services, 'projects' | 'delegates' | 'smartSessions'> & Pick<CreateServicesParameters, 'mailer'>,
): Joined<'login' | 'signedCalls' | 'sponsor' | 'redeeming' | 'paymasters' | 'walletOrigin'> {
  const { login: config, sponsorKey } = base.config
  const { smartSessions: sessions } = base
  const none = { login: null, signedCalls: null, sponsor: null, redeeming: null, paymasters: null, walletOrigin: null }
  if (config === undefined) return { services: none, background: [] }
  const { mailer = createSmtpMailer(config.smtp) } = base
  const { origin } = config
  const mails = createMailQueue({ ...base, name: 'login mails', mailer })
  const { login, signedCalls } = createLogin({ ...base, config, mails, randomBytes })
  const { wallets } = login
  const paying =
    sponsorKey === undefined
      ? undefined
      : createSponsor({ ...base, origin, wallets, sessions, key: sponsorKey, loginKeys: config.keys })
  const { chains, upstreamTimeoutMs: timeoutMs } = base.config
  const bundlers = createBundlers({ chains, timeoutMs, clock: base.clock })
  const paymasters = bundlers.size === 0 ? null : createPaymasters({ ...base, origin, wallets, bundlers })
  return {
    services: {
      login,
      signedCalls,
      paymasters,
      walletOrigin: origin,
      sponsor: paying?.sponsor ?? null,
      redeeming: paying?.redeeming ?? null,
    },
    background: [
      mails.work,
      createLoginKeeping(base),
      ...(paying === undefined ? [] : [paying.work, createSponsorKeeping(base)]),
    ],
  }
}

/** Joins the services that describe a request before it is signed. */
function joinWords(base: Base): Joined<'descriptors' | 'warnings'> {
  const { warnings, background } = createWarnings({ ...base, url: base.config.blocklistUrl })
  const shipped = () => shippedDescriptors(base.chains.all)
  return { services: { descriptors: createDescriptors({ ...base, shipped }), warnings }, background }
}

/** Joins the services of what is held, moved, bought, paid and swapped. */
function joinMoney(
  base: Base & Pick<Services, 'nfts'>,
): Joined<
  'approvals' | 'balances' | 'heldNfts' | 'history' | 'onramp' | 'payments' | 'purchases' | 'simulation' | 'swaps'
> {
  const { config } = base
  const { etherscan, alchemy } = config.providers ?? {}
  const selling = { ...base, admitToPage: createAdmitToPage(base) }
  const { trustedProxies } = config
  const onramp = createOnramp({ ...selling, config: config.onramp, prices: createUsdPrices(base), trustedProxies })
  const purchases = createPurchaseLedger({ ...base, outside: onramp.outside })
  const payments = createPayments({ ...selling, config: config.pay })
  const answers = createSharedAnswers(base)
  const known = etherscan === undefined ? {} : { Etherscan: etherscan.budget }
  const provider = createProviders({ ...base, known, answers })
  const engines = createEngines({ ...base, etherscan, provider, answers })
  const counterparties = createCounterparties(base)
  const nftProvider =
    alchemy === undefined ? undefined : createAlchemy({ ...alchemy, provider: provider({ name: 'Alchemy' }) })
  return {
    services: {
      approvals: createOpenApprovals({ ...base, engines }),
      heldNfts: createHeldNfts({ ...base, counterparties, provider: nftProvider }),
      balances: createBalances({ ...base, heldTokens: createHeldTokens({ ...base, engines }) }),
      history: createHistory({ ...base, counterparties, purchases, engines }),
      onramp,
      payments,
      purchases,
      simulation: createSimulation(base),
      swaps: createSwaps(base),
    },
    background: [createPayKeeping({ ...base, rooms: [payments, purchases] })],
  }
}
