import { LoggedIn, personOf, type SocialName } from '@foyer/custody/person'
import { FarcasterSignature, socialHash } from '@foyer/custody/social'
import type { Budgets } from '@foyer/service/budget/budget'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { createWindows, type Limit, takeEach } from '@foyer/service/budget/limit'
import type { SocialProviders } from '@foyer/service/socials/createSocials'
import { takeProviderShare } from '@foyer/service/socials/providerShares'
import { SocialOffError, SocialRefusedError } from '@foyer/service/socials/refusals'
import { redirectUriOf } from '@foyer/service/socials/socialsConfig'
import type { StatedAccount } from '@foyer/service/socials/statedAccount'
import { and, isNull, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { loginSocials } from '../db/schema/index.js'
import { personOfDevice } from './devices.js'
import type { ExchangedSocials } from './exchangedSocials.js'
import { createFarcasterRelay, type FarcasterRelay } from './farcasterRelay.js'
import { loginLimits } from './loginLimits.js'
import { refuseCodes, type TooManyCodesError } from './refusals.js'
import type { SessionsParameters } from './sessions.js'
import type { OfDevice, SocialRows } from './socialRows.js'

/** The asker, and whom the request is counted against. */
type Asking = OfDevice & { readonly client: string }

/** The server's own checks of who logs in at a provider. */
export interface SocialProofs {
  /**
   * Exchanges the code, once a login, and checks what the provider states by itself.
   * @throws SocialUnknownError · {@link TooManyCodesError} · SocialRefusedError · EmailUnverifiedError · ProviderAwayError · ProviderBusyError
   */
  exchange(request: Asking & { readonly code: string; readonly verifier: string }): Promise<{ idToken: string }>
  /**
   * Checks by itself what the provider has signed, or the account that a token shows, once a login: the same again is no fault once it was.
   * @throws SocialUnknownError · {@link TooManyCodesError} · SocialRefusedError · EmailUnverifiedError · ProviderAwayError · ProviderBusyError
   */
  show(request: Asking & { readonly token: string }): Promise<void>
  /**
   * Opens the channel of a login at Farcaster, for as long as the login lasts.
   * @throws SocialUnknownError · {@link TooManyCodesError} · SocialRefusedError for one at another provider · ProviderAwayError · ProviderBusyError
   */
  openChannel(request: Asking): Promise<{ readonly url: string; readonly channel: string }>
  /**
   * Returns the channel's answer, once this server has checked it by itself. The relay says it once, so it is kept.
   * @throws SocialUnknownError · {@link TooManyCodesError} · SocialRefusedError · ProviderAwayError · ProviderBusyError
   */
  pollChannel(request: Asking & { readonly channel: string }): Promise<{ readonly said: ChannelSaid | null }>
}

export interface SocialProofsParameters extends Pick<SessionsParameters, 'orm'> {
  readonly budgets: Budgets
  readonly providers: SocialProviders
  /** of the wallet's page */
  readonly origin: string
  readonly socials?: ExchangedSocials | undefined
  readonly now: () => number
  readonly rows: SocialRows
}

/** The answer that a channel's relay has brought. */
const ChannelSaid = v.object({ ...FarcasterSignature.entries, userName: LoggedIn.entries.userName })
type ChannelSaid = v.InferOutput<typeof ChannelSaid>

export function createSocialProofs(parameters: SocialProofsParameters): SocialProofs {
  const proving = { ...parameters, ...createProving(parameters) }
  return { ...createTokenProofs(proving), ...createChannelProofs(proving) }
}

type Proving = SocialProofsParameters & ReturnType<typeof createProving>

/** Creates the beginning and the end of every proof: what it may ask is taken, and what it states is kept. */
function createProving({ orm, budgets, providers, rows: { isOwn } }: SocialProofsParameters) {
  const windowOf = createWindows(budgets)
  /** Takes what a login may ask where the provider may be asked at all, and its network's share of what this server asks of the provider. */
  const ask = async (limit: Limit, { social, device, client }: Asking, provider: SocialName) => {
    providers.get(provider).rest.refuse(client)
    refuseCodes(await windowOf(limit).take({ key: social }))
    const known = await personOfDevice(orm, device)
    refuseCodes(await takeProviderShare({ windowOf, provider, client, known }))
  }
  const keep = async (request: OfDevice, provider: SocialName, { subject, email, userName }: StatedAccount) => {
    const person = personOf({ provider, subject })
    await orm.update(loginSocials).set({ person, email, userName }).where(isOwn(request))
  }
  return { windowOf, ask, keep }
}

/** Logins whose provider signs what it states, or shows it by a token. */
function createTokenProofs(proving: Proving): Pick<SocialProofs, 'exchange' | 'show'> {
  const { providers, rows, ask, keep } = proving
  const { find, isOwn } = rows
  const { exchanges, shows } = loginLimits
  return {
    async exchange({ code, verifier, ...request }) {
      const { provider } = await find(isOwn(request))
      const found = providers.get(provider)
      if (provider === 'farcaster') throw new SocialRefusedError({})
      const client = clientOf(proving, provider)
      if (found.kind !== 'openId' || !('clientSecret' in client)) throw new SocialRefusedError({})
      const { clientSecret } = client
      await ask(exchanges, request, provider)
      const idToken = await found.openId.exchange({
        code,
        verifier,
        redirectUri: redirectUriOf(proving),
        clientSecret,
      })
      await keep(request, provider, await found.openId.read({ idToken, nonce: await socialHash(request) }))
      return { idToken }
    },
    async show({ token, ...request }) {
      const { provider, person } = await find(isOwn(request))
      const found = providers.get(provider)
      if (found.kind === 'farcaster') throw new SocialRefusedError({})
      if (person !== null) return
      await ask(shows, request, provider)
      const account =
        found.kind === 'openId'
          ? await found.openId.read({ idToken: token, nonce: await socialHash(request) })
          : await found.oauth.read({ accessToken: token, visitor: request.client })
      await keep(request, provider, account)
    },
  }
}

/** Logins at Farcaster, where a relay brings what the visitor has signed. */
function createChannelProofs(proving: Proving): Pick<SocialProofs, 'openChannel' | 'pollChannel'> {
  const { providers, rows, windowOf, ask, keep } = proving
  const { find, isOwn } = rows
  const { channels, polls, pollsNetwork, pollsAll } = loginLimits
  return {
    async openChannel(request) {
      const { provider, expiresAt } = await find(isOwn(request))
      const { relay } = farcasterOf(proving, provider)
      await ask(channels, request, provider)
      return relay.open({ hash: await socialHash(request), expiresAt })
    },
    async pollChannel({ channel, ...request }) {
      const row = await find(isOwn(request))
      const { farcaster, relay } = farcasterOf(proving, row.provider)
      const { social, client } = request
      if (row.person === null) providers.get(row.provider).rest.refuse(client)
      const shares = [
        [windowOf(polls), social],
        [windowOf(pollsNetwork), networkOf(client)],
        [windowOf(pollsAll), ''],
      ] as const
      refuseCodes(await takeEach(shares))
      const text = row.said ?? (await keepPolled({ ...proving, relay, channel, isOwn: isOwn(request) }))
      if (text === null) return { said: null }
      const said = v.parse(v.pipe(v.string(), v.parseJson(), ChannelSaid), text)
      if (row.person === null) {
        const stated = await farcaster.read({ ...said, hash: await socialHash(request) })
        await keep(request, row.provider, { ...stated, userName: said.userName })
      }
      return { said }
    },
  }
}

/** @throws SocialOffError where the operator has switched it off meanwhile */
export function clientOf(
  { socials }: Pick<SocialProofsParameters, 'socials'>,
  provider: Exclude<SocialName, 'farcaster'>,
) {
  const found = socials?.[provider]
  if (found === undefined) throw new SocialOffError()
  return found
}

/** @throws SocialOffError · SocialRefusedError */
function farcasterOf({ providers, socials, origin, now }: SocialProofsParameters, provider: SocialName) {
  const found = providers.get(provider)
  if (found.kind !== 'farcaster') throw new SocialRefusedError({})
  const { farcaster, rest } = found
  return { farcaster, relay: createFarcasterRelay({ origin, now, rest, relayUrl: socials?.farcaster?.relayUrl }) }
}

interface KeepPolled extends Pick<SocialProofsParameters, 'orm'> {
  readonly relay: FarcasterRelay
  readonly channel: string
  readonly isOwn: SQL | undefined
}

/** Polls the relay, and keeps its answer before it is judged: the relay gives it once. Of two that poll at the same time both get that answer. */
async function keepPolled({ orm, relay, channel, isOwn }: KeepPolled): Promise<string | null> {
  const kept = async () => (await orm.select({ said: loginSocials.said }).from(loginSocials).where(isOwn))[0]?.said
  try {
    const polled = await relay.poll({ channel })
    if (polled === null) return null
    const said = JSON.stringify(polled)
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
