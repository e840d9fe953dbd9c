import type { SocialName } from '@foyer/custody/person'
import type { Receipt } from '@foyer/custody/signed'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { createWindows } from '@foyer/service/budget/limit'
import type { Clock } from '@foyer/service/clock'
import type { OwnersOf } from '@foyer/service/owners/ownerOf'
import { SocialRefusedError } from '@foyer/service/socials/refusals'
import { and, isNull, ne } from 'drizzle-orm'
import { loginSocials } from '../db/schema/index.js'
import type { Projects } from '../projects/projects.js'
import { readConfirmation } from './confirmation.js'
import { personOfDevice } from './devices.js'
import { letIn } from './letIn.js'
import { loginLimits } from './loginLimits.js'
import { refuseCodes, SocialUnknownError, type TooManyCodesError } from './refusals.js'
import { refuseSite } from './refuseSite.js'
import { beginSession, type GivenSession, giveSession, type SessionsParameters } from './sessions.js'
import { clientOf, createSocialProofs, type SocialProofs, type SocialProofsParameters } from './socialProofs.js'
import { createSocialRows, type OfDevice } from './socialRows.js'
import { scopes } from './socialScopes.js'
import { createWaiters } from './waiters.js'

/** Logins at providers, each of one device. What window and frame say to each other in them is read by neither server. */
export interface Socials extends SocialProofs {
  /** the providers that are switched on */
  readonly names: readonly SocialName[]
  /**
   * Begins one. A device has eight at once: the oldest goes.
   * @throws InvalidKeyError · OriginNotAllowedError · SocialOffError · ProviderBusyError · {@link TooManyCodesError} · {@link SocialUnknownError} for an id that is there
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
  /** Reads what the window shows, and where it leads. @throws {@link SocialUnknownError} · {@link TooManyCodesError} · ProviderAwayError · ProviderBusyError */
  read(request: Pick<OfDevice, 'social'> & { readonly client: string }): Promise<{
    readonly provider: SocialName
    readonly site: string
    readonly authorize: string
    readonly clientId: string
    readonly scope: string
  }>
  /** Keeps what the window says. @throws {@link SocialUnknownError} where it has said something already, too */
  answer(request: Pick<OfDevice, 'social'> & { readonly said: string }): Promise<void>
  /** Reads what the window has said; waits for that a while, where it is to. @throws {@link SocialUnknownError} for another device's, too */
  poll(
    request: OfDevice & {
      readonly waits?: boolean | undefined
      /** whom the waiting is counted against */
      readonly client: string
      readonly signal: AbortSignal
    },
  ): Promise<{ readonly said: string | null }>
  /** Ends it, once the keeper has confirmed the same person and device. @throws {@link SocialUnknownError} · UnconfirmedError */
  finish(
    request: OfDevice & { readonly confirmation: Receipt; readonly browser: string; readonly client: string },
  ): Promise<GivenSession>
}

export interface SocialsParameters extends SessionsParameters, Omit<SocialProofsParameters, 'rows'> {
  readonly clock: Pick<Clock, 'setTimeout'>
  readonly projects: Pick<Projects, 'find'>
  readonly ownersOf: OwnersOf
  readonly keeperKey: string
}

/** The time for which one question waits for the window's word: a node that leaves is kept no longer. */
const waitMs = 5_000

export function createSocials(parameters: SocialsParameters): Socials {
  const { orm, budgets, now, providers } = parameters
  const windowOf = createWindows(budgets)
  const waiters = createWaiters(parameters.clock)
  const rows = createSocialRows(parameters)
  const { find, isOwn } = rows
  return {
    ...createSocialProofs({ ...parameters, rows }),
    ...createWindowSide({ ...parameters, rows, windowOf, waiters }),
    names: providers.names,
    async begin(request) {
      const { projects, origin } = parameters
      await refuseSite({ projects, origin, ...request })
      providers.get(request.provider).rest.refuse(request.client)
      // Who shares a network keeps none of its known devices from a login.
      const isKnown = (await personOfDevice(orm, request.device)) !== undefined
      const share = isKnown
        ? windowOf(loginLimits.socialDevice).take({ key: request.device })
        : windowOf(loginLimits.socialNetwork).take({ key: networkOf(request.client) })
      refuseCodes(await share)
      await rows.add(request)
    },
    async poll({ waits = false, client, signal, ...request }) {
      const until = now() + (waits ? waitMs : 0)
      for (;;) {
        const { said } = await find(isOwn(request))
        if (
          said !== null ||
          now() >= until ||
          signal.aborted ||
          !(await waiters.next({ id: request.social, client, signal }))
        )
          return { said }
      }
    },
    async finish({ confirmation, browser, client, ...request }) {
      const { device } = request
      const { person } = await find(isOwn(request))
      const confirmed = await readConfirmation({ ...parameters, receipt: confirmation, person, device })
      const row = await orm.transaction(async (transaction) => {
        const [used] = await transaction.delete(loginSocials).where(isOwn(request)).returning()
        if (used === undefined || used.person === null) throw new SocialUnknownError()
        const { person, site, email, userName } = used
        const [network] = parameters.ownersOf(client)
        await letIn({ orm: transaction, row: { person, device, site, browser, network, confirmation: confirmed }, now })
        return beginSession({ ...parameters, orm: transaction, person, device, email, userName })
      })
      return giveSession({ ...parameters, row })
    },
  }
}

interface WindowSide extends SocialProofsParameters {
  readonly windowOf: ReturnType<typeof createWindows>
  /** devices that wait for what the window says */
  readonly waiters: ReturnType<typeof createWaiters>
}

/** Creates the calls of the wallet's window at the provider: it knows a login by its name alone. */
function createWindowSide(parameters: WindowSide): Pick<Socials, 'read' | 'answer'> {
  const { orm, providers, rows, windowOf, waiters } = parameters
  const { find, isOpen } = rows
  return {
    async read({ social, client }) {
      const { provider, site } = await find(isOpen(social))
      const found = providers.get(provider)
      if (found.kind === 'farcaster' || provider === 'farcaster') throw new SocialRefusedError({})
      found.rest.refuse(client)
      refuseCodes(await windowOf(loginLimits.reads).take({ key: social }))
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
      waiters.wake(social)
    },
  }
}
