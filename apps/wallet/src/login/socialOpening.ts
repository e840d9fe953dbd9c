import { decodeBytes, encodeBytes } from '@foyer/custody/bytes'
import { boxUses, type CeremonyState } from '@foyer/custody/keeperCalls'
import type { LoggedIn, SocialName } from '@foyer/custody/person'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { createBoxKeys, exportPublicKey, sealBox } from '@foyer/custody/sealedBox'
import type { SocialProof } from '@foyer/custody/social'
import { finishSocialCall } from '@foyer/login/socialCalls'
import { anyOf } from '../anyOf.js'
import { WalletError } from '../errors.js'
import { spokenLanguage } from '../messages/say.js'
import type { KeptCeremony } from '../vault/device.js'
import {
  type Continuation,
  continuation,
  isEntered,
  untilContinued,
  waitingError,
  waitingScreen,
} from './continuation.js'
import { ends, stateOf } from './links.js'
import type { LoginParameters } from './login.js'
import { openHere } from './openWallet.js'

/** An account that the keeper has taken a provider's word for. */
export interface ProvedAccount {
  readonly ceremony: KeptCeremony
  readonly user: LoggedIn
}

/** Opens the wallet of an account that is proved, whatever proved it. */
export interface SocialOpening {
  /** Waits until the keeper opens it here, ends the login and begins the session. @throws WalletError while it waits, and where it ended */
  open(asked: {
    readonly social: string
    readonly proved: ProvedAccount
    /** ms since 1970 */
    readonly until: number
    readonly signal: AbortSignal
  }): Promise<void>
}

export function createSocialOpening(parameters: LoginParameters): SocialOpening {
  const { servers, store, session, keepsIn } = parameters
  /** Once a window has continued, what was asked of the wait before is asked no longer. */
  const { before, continued } = untilContinued()
  const toContinue = (person: string) => continuation(parameters, { person, continued, entered: continued })
  return {
    async open({ social, proved, until, signal }) {
      const waiting = { until, signal, toContinue, before }
      const said = await untilOpen(parameters, proved, waiting)
      if (said === undefined) return
      const { confirmation } = said.state
      const opened = await servers.signed(finishSocialCall, { social, confirmation, keepsIn })
      await store.refresh()
      const opening = { ...parameters, token: opened.accessToken, person: opened.person }
      const wallet = await openHere({ ...parameters, opening, bound: opened.wallet, said })
      await store.set({ wallet, ceremony: null, social: null })
      await session.begin(opened)
    },
  }
}

export const stillWaiting = () => new WalletError({ sentence: 'error.stillWaiting' })
export const isWaiting = (error: unknown): boolean =>
  error instanceof WalletError && (error.sentence === 'error.stillWaiting' || error.sentence === 'error.unreachable')

/** The key that this device signs by. */
export const deviceOf = async ({ store }: Pick<LoginParameters, 'store'>): Promise<string> =>
  encodeBytes(await exportPublicKey(store.get().keys.publicKey))

export interface ProveAccount {
  readonly social: string
  readonly provider: SocialName
  readonly device: string
  readonly proof: SocialProof
}

/** Has the keeper check what proves an account, which is sealed to it. @throws WalletError */
export async function proveAccount(
  { servers, site, keeperKeys }: LoginParameters,
  { social, provider, device, proof }: ProveAccount,
): Promise<ProvedAccount & { readonly token: string | null }> {
  const boxKeys = await createBoxKeys()
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(proof)))
  const box = await sealBox({ to: decodeBytes(keeperKeys.sealing), use: boxUses.social, of: [social, device], bytes })
  const { ceremony, expiresAt, token, ...user } = await servers.signed(proveSocialCall, {
    ...{ social, provider, site, language: spokenLanguage() },
    key: encodeBytes(await exportPublicKey(boxKeys.publicKey)),
    proof: encodeBytes(box),
  })
  return { ceremony: { ceremony, person: user.person, expiresAt, digits: '', boxKeys }, user, token }
}

interface UntilOpen {
  /** ms since 1970 */
  readonly until: number
  readonly signal: AbortSignal
  readonly toContinue: (person: string) => Promise<Continuation>
  /** Aborted once a window has continued. */
  readonly before: () => AbortSignal
}

/**
 * Waits until the keeper opens the wallet here; one that was continued in a window meanwhile takes the place of the wait.
 * @returns undefined where the visitor has opened it there by what they have
 * @throws WalletError
 */
async function untilOpen(
  parameters: LoginParameters,
  { ceremony: first, user }: ProvedAccount,
  { until, signal, toContinue, before }: UntilOpen,
): Promise<
  { readonly of: string; readonly state: Extract<CeremonyState, { readonly confirmation: unknown }> } | undefined
> {
  const { servers, store, show, now, isOwnHost } = parameters
  let known: CeremonyState['status'] | null = null
  while (now() < until && !signal.aborted) {
    if (isEntered(parameters, user.person)) {
      show(undefined)
      return undefined
    }
    const kept = store.get().ceremony
    const ceremony = kept?.person === user.person ? kept : first
    const continued = before()
    const state = await stateOf({ servers, ceremony, known, signal: anyOf([signal, continued]) })
    if (signal.aborted) break
    if (state === undefined || continued.aborted) {
      known = null
      continue
    }
    if (state.status === 'unbound' || state.status === 'released') {
      show(undefined)
      return { of: ceremony.ceremony, state }
    }
    if (state.status === 'ended') {
      await store.set({ ceremony: null })
      show(undefined)
      throw new WalletError({ sentence: ends[state.reason] })
    }
    if (state.status !== 'waiting') {
      const { email, person } = user
      show(waitingScreen(parameters, { ceremony, email, toContinue: () => toContinue(person) }, state))
      if (isOwnHost?.() !== true) throw waitingError(state, email === null ? 'held.sayHere' : 'error.held')
    }
    known = state.status
  }
  throw stillWaiting()
}
