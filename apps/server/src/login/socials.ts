import {
  CustodyError,
  FarcasterSignature,
  LoggedIn,
  personOf,
  type Receipt,
  readReceipt,
  type SocialName,
  socialHash,
} from '@foyer/embedded/custody'
import { and, desc, eq, gt, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Budgets, WindowBudget } from '../budget/budget.js'
import type { Clock } from '../clock.js'
import { loginSocials } from '../db/schema/index.js'
import type { Projects } from '../projects/projects.js'
import type { SocialProviders } from '../socials/createSocials.js'
import type { FarcasterLogin } from '../socials/farcaster.js'
import { SocialOffError, SocialRefusedError } from '../socials/refusals.js'
import { type ExchangedSocials, redirectUriOf, scopes } from '../socials/socialsConfig.js'
import type { StatedAccount } from '../socials/statedAccount.js'
import { letIn } from './letIn.js'
import { SocialUnknownError, TooManyCodesError, UnconfirmedError } from './refusals.js'
import { refuseSite } from './refuseSite.js'
import { beginSession, type GivenSession, giveSession, type SessionsParameters } from './sessions.js'
import { createTellings } from './tellings.js'

/** What its own device asks of a login at a provider. */
interface OfDevice {
  readonly social: string
  /** the key of the device that signed */
  readonly device: string
}

/** Logins at providers, each of one device. What window and frame say to each other in them is read by neither server. */
export interface Socials {
  /** the providers that are switched on */
  readonly names: readonly SocialName[]
  /**
   * Begins one. A device has eight at once: the oldest goes.
   * @throws InvalidKeyError · OriginNotAllowedError · SocialOffError · {@link TooManyCodesError} · {@link SocialUnknownError} for an id that is there
   */
  begin(
    request: OfDevice & {
      readonly provider: SocialName
      /** none on the wallet's own pages */
      readonly projectId: string | undefined
      readonly site: string
      /** as `clientKey` gives it */
      readonly client: string
    },
  ): Promise<void>
  /** What the window shows, and where it leads. @throws {@link SocialUnknownError} · ProviderAwayError */
  read(request: Pick<OfDevice, 'social'>): Promise<{
    readonly provider: SocialName
    readonly site: string
    readonly authorize: string
    readonly clientId: string
    readonly scope: string
  }>
  /** Keeps what the window says. @throws {@link SocialUnknownError} where it has said something already, too */
  answer(request: Pick<OfDevice, 'social'> & { readonly said: string }): Promise<void>
  /** What the window has said; waits for that a while, where it is to. @throws {@link SocialUnknownError} for another device's, too */
  hear(
    request: OfDevice & { readonly waits?: boolean | undefined; readonly signal: AbortSignal },
  ): Promise<{ readonly said: string | null }>
  /**
   * Exchanges the code, and checks what the provider states by itself.
   * @throws {@link SocialUnknownError} · SocialRefusedError · EmailUnverifiedError · ProviderAwayError
   */
  exchange(request: OfDevice & { readonly code: string; readonly verifier: string }): Promise<{ idToken: string }>
  /**
   * Checks by itself what the provider has signed, or the account that a token shows.
   * @throws {@link SocialUnknownError} · SocialRefusedError · EmailUnverifiedError · ProviderAwayError
   */
  show(request: OfDevice & { readonly token: string }): Promise<void>
  /**
   * Opens the channel of a login at Farcaster, for as long as the login lasts.
   * @throws {@link SocialUnknownError} · {@link TooManyCodesError} · SocialRefusedError for one at another provider · ProviderAwayError
   */
  openChannel(request: OfDevice): Promise<{ readonly url: string; readonly channel: string }>
  /**
   * What has come by it, once this server has checked it by itself. The relay says it once, so it is kept.
   * @throws {@link SocialUnknownError} · {@link TooManyCodesError} · SocialRefusedError · ProviderAwayError
   */
  hearChannel(request: OfDevice & { readonly channel: string }): Promise<{ readonly said: ChannelSaid | null }>
  /** Ends it, once the keeper has confirmed the same person and device. @throws {@link SocialUnknownError} · {@link UnconfirmedError} */
  finish(request: OfDevice & { readonly confirmation: Receipt; readonly browser: string }): Promise<GivenSession>
}

export interface SocialsParameters extends SessionsParameters {
  readonly clock: Pick<Clock, 'setTimeout'>
  readonly budgets: Budgets
  readonly projects: Pick<Projects, 'find'>
  readonly providers: SocialProviders
  readonly keeperKey: string
  /** of the wallet's page */
  readonly origin: string
  readonly socials?: ExchangedSocials | undefined
}

/** What a channel's relay has brought. */
const ChannelSaid = v.object({ ...FarcasterSignature.entries, userName: LoggedIn.entries.userName })
type ChannelSaid = v.InferOutput<typeof ChannelSaid>

/** A visitor may look for a password, and wait for the keeper. */
const keptMs = 1_800_000
/** How many a device has at once. */
const mostKept = 8
/** How long one question waits for what the window says: a node that leaves is kept no longer. */
const waitMs = 5_000
/** How many channels a login may open, and how often it is asked what has come by them. */
const [mostChannels, mostHearings] = [4, 1_000]

export function createSocials(parameters: SocialsParameters): Socials {
  const { orm, budgets, now, providers } = parameters
  const ofClient = budgets.window({ name: 'social logins', most: 60, withinMs: 3_600_000, whenAway: 'closed' })
  const perLogin = { withinMs: keptMs, whenAway: 'closed' } as const
  const channels = budgets.window({ name: 'channels of a login', most: mostChannels, ...perLogin })
  const hearings = budgets.window({ name: 'hearings of a login', most: mostHearings, ...perLogin })
  const tellings = createTellings(parameters.clock)
  const isOpen = (social: string) => and(eq(loginSocials.id, social), gt(loginSocials.expiresAt, new Date(now())))
  const isOwn = ({ social, device }: OfDevice) => and(isOpen(social), eq(loginSocials.device, device))
  const find = async (of: ReturnType<typeof isOpen>) => {
    const [row] = await orm.select().from(loginSocials).where(of)
    if (row === undefined) throw new SocialUnknownError()
    return row
  }
  const keep = async (request: OfDevice, provider: SocialName, { subject, email, userName }: StatedAccount) => {
    const person = personOf({ provider, subject })
    await orm.update(loginSocials).set({ person, email, userName }).where(isOwn(request))
  }
  return {
    names: providers.names,
    async begin(request) {
      const { projects, origin } = parameters
      await refuseSite({ projects, origin, ...request })
      providers.get(request.provider)
      const retryAfterSeconds = await ofClient.take({ key: request.client })
      if (retryAfterSeconds !== null) throw new TooManyCodesError({ retryAfterSeconds })
      await add(parameters, request)
    },
    async read({ social }) {
      const { provider, site } = await find(isOpen(social))
      const found = providers.get(provider)
      if (found.kind === 'farcaster' || provider === 'farcaster') throw new SocialRefusedError({})
      const authorize = await (found.kind === 'openId' ? found.openId : found.oauth).authorizeAt()
      const { clientId } = clientOf(parameters, provider)
      return { provider, site, authorize, clientId, scope: scopes[provider] }
    },
    async answer({ social, said }) {
      const written = await orm
        .update(loginSocials)
        .set({ said })
        .where(and(isOpen(social), isNull(loginSocials.said), ne(loginSocials.provider, 'farcaster')))
        .returning({ id: loginSocials.id })
      if (written.length === 0) throw new SocialUnknownError()
      tellings.tell(social)
    },
    async hear({ waits = false, signal, ...request }) {
      const until = now() + (waits ? waitMs : 0)
      for (;;) {
        const { said } = await find(isOwn(request))
        if (said !== null || now() >= until || signal.aborted || !(await tellings.next(request.social, signal)))
          return { said }
      }
    },
    async exchange({ code, verifier, ...request }) {
      const { provider } = await find(isOwn(request))
      const found = providers.get(provider)
      if (provider === 'farcaster') throw new SocialRefusedError({})
      const client = clientOf(parameters, provider)
      if (found.kind !== 'openId' || !('clientSecret' in client)) throw new SocialRefusedError({})
      const { clientSecret } = client
      const idToken = await found.openId.exchange({
        code,
        verifier,
        redirectUri: redirectUriOf(parameters),
        clientSecret,
      })
      await keep(request, provider, await found.openId.read({ idToken, nonce: await socialHash(request) }))
      return { idToken }
    },
    async show({ token, ...request }) {
      const { provider } = await find(isOwn(request))
      const found = providers.get(provider)
      if (found.kind === 'farcaster') throw new SocialRefusedError({})
      const account =
        found.kind === 'openId'
          ? await found.openId.read({ idToken: token, nonce: await socialHash(request) })
          : await found.oauth.read({ accessToken: token })
      await keep(request, provider, account)
    },
    async openChannel(request) {
      const { provider, expiresAt } = await find(isOwn(request))
      const farcaster = farcasterOf(parameters, provider)
      await spend(channels, request)
      return farcaster.open({ hash: await socialHash(request), expiresAt })
    },
    async hearChannel({ channel, ...request }) {
      const row = await find(isOwn(request))
      const farcaster = farcasterOf(parameters, row.provider)
      await spend(hearings, request)
      const text = row.said ?? (await keepHeard({ ...parameters, farcaster, channel, isOwn: isOwn(request) }))
      if (text === null) return { said: null }
      const said = v.parse(v.pipe(v.string(), v.parseJson(), ChannelSaid), text)
      if (row.person === null) {
        const stated = await farcaster.read({ ...said, hash: await socialHash(request) })
        await keep(request, row.provider, { ...stated, userName: said.userName })
      }
      return { said }
    },
    async finish({ confirmation, browser, ...request }) {
      const { device } = request
      const { person } = await find(isOwn(request))
      const { ceremony, expiresAt } = await readConfirmation({ ...parameters, confirmation, person, device })
      const row = await orm.transaction(async (transaction) => {
        const [used] = await transaction.delete(loginSocials).where(isOwn(request)).returning()
        if (used === undefined || used.person === null) throw new SocialUnknownError()
        const { person, site, email, userName } = used
        const confirmedUntil = new Date(expiresAt * 1000)
        await letIn({ orm: transaction, row: { person, device, site, browser, ceremony, confirmedUntil }, now })
        return beginSession({ ...parameters, orm: transaction, person, device, email, userName })
      })
      return giveSession({ ...parameters, row })
    },
  }
}

async function spend(window: WindowBudget, { social }: OfDevice): Promise<void> {
  const retryAfterSeconds = await window.take({ key: social })
  if (retryAfterSeconds !== null) throw new TooManyCodesError({ retryAfterSeconds })
}

/** @throws SocialOffError · SocialRefusedError */
function farcasterOf({ providers }: SocialsParameters, provider: SocialName): FarcasterLogin {
  const found = providers.get(provider)
  if (found.kind !== 'farcaster') throw new SocialRefusedError({})
  return found.farcaster
}

interface KeepHeard extends Pick<SocialsParameters, 'orm'> {
  readonly farcaster: FarcasterLogin
  readonly channel: string
  readonly isOwn: SQL | undefined
}

/** Asks the relay, and keeps what it says before it is judged: it says it once. Whoever asks beside another has what that one was told. */
async function keepHeard({ orm, farcaster, channel, isOwn }: KeepHeard): Promise<string | null> {
  const kept = async () => (await orm.select({ said: loginSocials.said }).from(loginSocials).where(isOwn))[0]?.said
  try {
    const heard = await farcaster.hear({ channel })
    if (heard === null) return null
    const said = JSON.stringify(heard)
    await orm
      .update(loginSocials)
      .set({ said })
      .where(and(isOwn, isNull(loginSocials.said)))
    return (await kept()) ?? said
  } catch (error) {
    const said = error instanceof SocialRefusedError ? await kept() : undefined
    if (said) return said
    throw error
  }
}

type Begin = Parameters<Socials['begin']>[0]

async function add({ orm, now }: SocialsParameters, { social, device, provider, site }: Begin): Promise<void> {
  const written = await orm
    .insert(loginSocials)
    .values({ id: social, device, provider, site, expiresAt: new Date(now() + keptMs) })
    .onConflictDoNothing()
    .returning({ id: loginSocials.id })
  if (written.length === 0) throw new SocialUnknownError()
  const beyond = orm
    .select({ id: loginSocials.id })
    .from(loginSocials)
    .where(eq(loginSocials.device, device))
    .orderBy(desc(loginSocials.expiresAt), loginSocials.id)
    .offset(mostKept)
  await orm.delete(loginSocials).where(inArray(loginSocials.id, beyond))
}

/** @throws SocialOffError where the operator has switched it off meanwhile */
function clientOf({ socials }: SocialsParameters, provider: Exclude<SocialName, 'farcaster'>) {
  const found = socials?.[provider]
  if (found === undefined) throw new SocialOffError()
  return found
}

interface ReadConfirmation extends Pick<SocialsParameters, 'keeperKey' | 'now'> {
  readonly confirmation: Receipt
  readonly person: string | null
  readonly device: string
}

/** The keeper's word for the person and the device that this server has found by itself: neither's word is enough. */
async function readConfirmation({ confirmation: receipt, keeperKey: keeper, now, person, device }: ReadConfirmation) {
  const statement = await readReceipt({ receipt, keeper, is: 'confirmed', now: now() }).catch((cause: unknown) => {
    throw cause instanceof CustodyError ? new UnconfirmedError({ cause }) : cause
  })
  if (statement.person !== person || statement.device !== device) throw new UnconfirmedError()
  return statement
}
