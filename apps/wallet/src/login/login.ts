import type { Input, Output } from '@foyer/core/wire'
import { emailOf, personOf } from '@foyer/custody/person'
import type { Receipt } from '@foyer/custody/signed'
import type { RequestReply } from '@foyer/embedded/protocol'
import { beginLoginCall, verifyCodeCall } from '@foyer/login/loginCalls'
import { WalletError } from '../errors.js'
import { say, spokenLanguage } from '../messages/say.js'
import { RefusedError } from '../servers/servers.js'
import type { SessionHolder } from '../servers/session.js'
import type { KeptCeremony } from '../vault/device.js'
import { type Continuation, isEntered } from './continuation.js'
import { createLinks, mailboxOf, statusOf, waitMs } from './links.js'
import { openHere, type WalletOpening } from './openWallet.js'

/** A screen of the login in the frame. */
export type LoginScreen =
  | {
      readonly is: 'digits'
      readonly digits: string
      readonly email: string
      /** Within the hour this device has asked for more mails to it than are sent. */
      readonly isOverHour: boolean
      /** In milliseconds since 1970: from then on another mail may be asked for. */
      readonly againAt: number
      /** Has another mail sent, whose digits are others. @throws WalletError where no more are sent */
      readonly sendAgain: () => Promise<unknown>
      /** Begins to continue without the mail, where the keeper knows this browser; called in a press. */
      readonly toContinue: () => Promise<Continuation>
    }
  | {
      readonly is: 'held'
      /** Empty where it was continued without the mail. */
      readonly digits: string
      readonly email: string | null
      readonly opensAt: number
      readonly cancel: () => void
      /** As with the digits. */
      readonly toContinue: () => Promise<Continuation>
    }
  | {
      /** The wallet opens by what its visitor has, and by nothing that the keeper has. */
      readonly is: 'secured'
      /** Null for who has no mailbox. */
      readonly email: string | null
      readonly toContinue: () => Promise<Continuation>
    }

/** A login by e-mail, step by step as the application asks. */
export interface Login {
  /**
   * Begins, or begins again: what is open stays open, and sends no second mail. Only to an application of this kit, which asks while it waits for the
   * link where its visitor wants another mail, one is sent, and the link before is over. An original never shows the frame while it logs in: a failure's sentence
   * is all that its visitor reads of a link's digits. It is told them every other time that it asks, from the first on, as long as the link waits for them.
   * @throws WalletError with the digits, for an original
   */
  email(email: string): Promise<RequestReply<'CONNECT_EMAIL'>>
  /**
   * Waits for the mailbox's link, until the application no longer does.
   * @returns `CONNECT` where the wallet is open then, by what its visitor has; else how long the code is good that was sent, for all that is known of it
   * @throws WalletError while it waits, and where it ended
   */
  device(signal?: AbortSignal): Promise<'CONNECT' | { readonly codeSeconds?: number }>
  /** Ends the login with its code: the wallet is made, or opened here. */
  code(code: string): Promise<void>
}

export interface LoginParameters extends Omit<WalletOpening, 'token' | 'person'> {
  readonly session: SessionHolder
  /** The origin of the asking page, as the browser wrote it. */
  readonly site: string
  readonly projectId: string | undefined
  /** The place of the token that renews the session. */
  readonly keepsIn: Input<(typeof verifyCodeCall)['payload']>['keepsIn']
  readonly show: (screen: LoginScreen | undefined) => void
  /** Whether an application of this kit asks: it says when it waits no longer, as the original's doesn't. */
  readonly isOwnHost?: (() => boolean) | undefined
  readonly report: (error: unknown) => void
}

interface Pending {
  readonly login: string
  readonly email: string
  /** A code is on its way. */
  readonly isSent: boolean
}

interface Told extends Pick<KeptCeremony, 'ceremony'> {
  /** The login server's word of the login that was begun with it. */
  readonly next: Omit<Output<(typeof beginLoginCall)['reply']>, 'login'>
}

export function createLogin(parameters: LoginParameters): Login {
  const { servers, store, session, site, projectId, keepsIn, now, isOwnHost } = parameters
  let pending: Pending | undefined
  /** The link whose digits an original was told last: it asks again once its visitor has read them, and nothing is begun a second time for that. */
  let told: Told | undefined
  const begin = async (email: string, confirmation?: Receipt) => {
    const asked = { email, projectId, site, language: spokenLanguage(), confirmation }
    const { login, ...next } = await servers.signed(beginLoginCall, asked)
    pending = { login, email, isSent: next.action === 'VERIFY_OTP' }
    return next
  }
  const links = createLinks(parameters)
  return {
    async email(email) {
      await store.refresh() // another tab may have logged in
      const device = store.get()
      const person = personOf({ email })
      if (device.user?.person === person && device.wallet) {
        const isOpen = await session.token().then(
          () => true,
          () => false, // the session is over: its login begins below
        )
        if (isOpen) return { action: 'CONNECT' }
      }
      const { wallet, ceremony } = store.get()
      const last = told
      told = undefined
      const next = last && last.ceremony === ceremony?.ceremony ? last.next : await begin(email)
      const isKnown = next.action === 'VERIFY_OTP'
      if (isKnown && wallet?.person === person) return next
      const isOriginal = isOwnHost?.() === false
      const isTheirs = ceremony?.person === person && (isKnown || isOriginal)
      const status = isTheirs ? await statusOf(parameters, ceremony) : undefined
      // To a device that is known, but has lost the wallet or has another person's, a code alone opens nothing before the link was used.
      if (isKnown && (status === 'unbound' || status === 'released')) return next
      const opened = await links.open(email)
      const isOpen = opened.ceremony !== ceremony?.ceremony || status === 'waiting'
      if (isOriginal && isOpen && last?.ceremony !== opened.ceremony) {
        told = { ceremony: opened.ceremony, next }
        throw new WalletError({ sentence: 'error.digits', values: { digits: opened.digits } })
      }
      const linkSeconds = opened.expiresAt - Math.floor(now() / 1_000)
      // A link that was used in time has no end to name.
      return { ...next, action: 'VERIFY_DEVICE', ...(linkSeconds > 0 ? { linkSeconds } : {}) }
    },
    async device(signal) {
      if (pending && isEntered(parameters, personOf(pending))) return 'CONNECT'
      const { ceremony } = store.get()
      if (!ceremony || emailOf(ceremony.person) === null) throw new WalletError({ sentence: 'error.noLogin' })
      const until = now() + waitMs
      const confirmed = await links.follow(ceremony, signal)
      if (!confirmed) return 'CONNECT'
      const email = mailboxOf(ceremony)
      if (pending?.isSent && pending.email === email) return {}
      return onceThereIsRoom({ until, now, work: () => begin(email, confirmed.confirmation) })
    },
    async code(code) {
      if (!pending) throw new WalletError({ sentence: 'error.noLogin' })
      const { login, email } = pending
      const opened = await servers.signed(verifyCodeCall, { login, code, keepsIn })
      pending = undefined
      await store.refresh()
      const opening: WalletOpening = { ...parameters, token: opened.accessToken, person: personOf({ email }) }
      const wallet = await openHere({ ...parameters, opening, bound: opened.wallet })
      await store.set({ wallet, ceremony: null })
      await session.begin(opened)
    },
  }
}

interface OnceThereIsRoom<Done> {
  readonly until: number
  readonly now: () => number
  readonly work: () => Promise<Done>
}

/** A mailbox is sent a code once in so long, in milliseconds, whichever device asks. */
const codesApartMs = 30_000

/**
 * Has a code sent as soon as the login server sends one: a visitor who has just logged in on another device does nothing wrong.
 * @throws WalletError that it still waits, where that is longer than a request may; and whatever else the server refuses
 */
async function onceThereIsRoom<Done>({ until, now, work }: OnceThereIsRoom<Done>): Promise<Done> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isTooSoon = error instanceof RefusedError && error.refusal === 'too_many_codes'
      const ms = isTooSoon ? error.retryAfterMs : undefined
      if (ms === undefined || ms > codesApartMs) throw error
      const leftMs = Math.max(0, until - now())
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, leftMs)))
      if (ms > leftMs) throw new WalletError({ sentence: 'error.stillWaiting', cause: error })
    }
  }
}

/** Returns a failure's sentence for the visitor. */
export const sentenceOf = (error: unknown): string =>
  error instanceof WalletError ? say(error.sentence, error.values) : say('error.unknown')
