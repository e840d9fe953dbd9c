import { CustodyError, personOf, type Receipt, readReceipt, type SocialName, socialHash } from '@foyer/embedded/custody'
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Budgets } from '../budget/budget.js'
import { loginSocials } from '../db/schema/index.js'
import type { Projects } from '../projects/projects.js'
import type { SocialProviders } from '../socials/createSocials.js'
import { SocialOffError, SocialRefusedError } from '../socials/refusals.js'
import { type ExchangedSocials, redirectUriOf, scopes } from '../socials/socialsConfig.js'
import type { StatedAccount } from '../socials/statedAccount.js'
import { letIn } from './letIn.js'
import { SocialUnknownError, TooManyCodesError, UnconfirmedError } from './refusals.js'
import { refuseSite } from './refuseSite.js'
import { beginSession, type GivenSession, giveSession, type SessionsParameters } from './sessions.js'

/** What its own device asks of a login at a provider. */
interface OfDevice {
  readonly social: string
  /** the key of the device that signed */
  readonly device: string
}

/** Logins at providers, each of one device. What window and frame say to each other in them is read by neither server. */
export interface Socials {
  /**
   * Begins one. A device has eight at once: the oldest goes.
   * @throws InvalidKeyError · OriginNotAllowedError · SocialOffError · {@link TooManyCodesError} · {@link SocialUnknownError} for an id that is there
   */
  begin(
    request: OfDevice & {
      readonly provider: SocialName
      readonly projectId: string
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
  /** What the window has said. @throws {@link SocialUnknownError} for another device's, too */
  hear(request: OfDevice): Promise<{ readonly said: string | null }>
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
  /** Ends it, once the keeper has confirmed the same person and device. @throws {@link SocialUnknownError} · {@link UnconfirmedError} */
  finish(request: OfDevice & { readonly confirmation: Receipt; readonly browser: string }): Promise<GivenSession>
}

export interface SocialsParameters extends SessionsParameters {
  readonly budgets: Budgets
  readonly projects: Pick<Projects, 'find'>
  readonly providers: SocialProviders
  readonly keeperKey: string
  /** of the wallet's page */
  readonly origin: string
  readonly socials?: ExchangedSocials | undefined
}

/** A visitor may look for a password, and wait for the keeper. */
const keptMs = 1_800_000
/** How many a device has at once. */
const mostKept = 8

export function createSocials(parameters: SocialsParameters): Socials {
  const { orm, budgets, now, providers } = parameters
  const ofClient = budgets.window({ name: 'social logins', most: 60, withinMs: 3_600_000, whenAway: 'closed' })
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
    async begin(request) {
      await refuseSite({ projects: parameters.projects, ...request })
      providers.get(request.provider)
      const retryAfterSeconds = await ofClient.take({ key: request.client })
      if (retryAfterSeconds !== null) throw new TooManyCodesError({ retryAfterSeconds })
      await add(parameters, request)
    },
    async read({ social }) {
      const { provider, site } = await find(isOpen(social))
      const found = providers.get(provider)
      const authorize = await (found.kind === 'openId' ? found.openId : found.oauth).authorizeAt()
      const { clientId } = clientOf(parameters, provider)
      return { provider, site, authorize, clientId, scope: scopes[provider] }
    },
    async answer({ social, said }) {
      const written = await orm
        .update(loginSocials)
        .set({ said })
        .where(and(isOpen(social), isNull(loginSocials.said)))
        .returning({ id: loginSocials.id })
      if (written.length === 0) throw new SocialUnknownError()
    },
    async hear(request) {
      const { said } = await find(isOwn(request))
      return { said }
    },
    async exchange({ code, verifier, ...request }) {
      const { provider } = await find(isOwn(request))
      const found = providers.get(provider)
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
      const account =
        found.kind === 'openId'
          ? await found.openId.read({ idToken: token, nonce: await socialHash(request) })
          : await found.oauth.read({ accessToken: token })
      await keep(request, provider, account)
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
function clientOf({ socials }: SocialsParameters, provider: SocialName) {
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
