import type { Input, Output } from '@foyer/core/wire'
import {
  beginCeremonyCall,
  beginLoginCall,
  type CeremonyState,
  cancelCeremonyCall,
  ceremonyStateCall,
  commitmentOf,
  type continueCall,
  createBoxKeys,
  decodeBytes,
  digitsOf,
  emailOf,
  encodeBytes,
  exportPublicKey,
  personOf,
  type Receipt,
  randomBytes,
  readReceipt,
  revealCall,
  verifyCodeCall,
} from '@foyer/embedded/custody'
import type { RequestReply } from '@foyer/embedded/protocol'
import { WalletError } from '../errors.js'
import { say, spokenLanguage, timeOf } from '../messages/say.js'
import type { KeptCeremony } from '../vault/device.js'
import { openHere, type WalletOpening } from './openWallet.js'
import { RefusedError } from './servers.js'
import type { SessionHolder } from './session.js'

/** What the login shows in the frame. */
export type LoginScreen =
  | {
      readonly is: 'digits'
      readonly digits: string
      readonly email: string
      /** In seconds since 1970: until then the link may be used. Undefined once it was. */
      readonly until: number | undefined
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
      /** As with the digits; undefined where the mail's page was a known browser's chance already. */
      readonly toContinue?: (() => Promise<Continuation>) | undefined
    }

/** What a window of the wallet's own is asked, so that the keeper releases the wallet to this frame; and what takes its answer. */
export interface Continuation {
  readonly asked: Input<(typeof continueCall)['payload']>
  released(answer: Output<(typeof continueCall)['reply']>): Promise<void>
}

/** A login by e-mail, step by step as the application asks. */
export interface Login {
  /**
   * Begins, or begins again: what is open stays open, and sends no second mail. Only to an application of this kit, which asks while it waits for the
   * link where its visitor wants another mail, one is sent, and the link before is over.
   */
  email(email: string): Promise<RequestReply<'CONNECT_EMAIL'>>
  /** Waits for the mailbox's link, until the application no longer does. @throws WalletError while it waits, and where it ended */
  device(signal?: AbortSignal): Promise<void>
  /** Ends the login with its code: the wallet is made, or opened here. */
  code(code: string): Promise<void>
}

export interface LoginParameters extends Omit<WalletOpening, 'token' | 'person'> {
  readonly session: SessionHolder
  /** The origin of the asking page, as the browser wrote it. */
  readonly site: string
  readonly projectId: string | undefined
  /** Where the token lies that renews the session. */
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

/** How long a request of the application's may wait, in milliseconds: less than its own thirty seconds. */
export const waitMs = 25_000

/**
 * How often in a row a mail is sent to a visitor who asks for another: as often a day as a mailbox with a wallet is written to. Of one that is never
 * written the link before would be over for nothing.
 */
const mostMails = 3

export const ends = {
  refused: 'error.linkRefused',
  expired: 'error.linkExpired',
  wrongDigits: 'error.linkDigits',
  cancelled: 'error.linkCancelled',
  secured: 'error.secured',
} as const

export function createLogin(parameters: LoginParameters): Login {
  const { servers, store, session, site, projectId, keepsIn, now } = parameters
  let pending: Pending | undefined
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
      const next = await begin(email)
      const { wallet, ceremony } = store.get()
      // To a device that is known, but has lost the wallet or has another person's, a code alone opens nothing.
      if (next.action === 'VERIFY_OTP' && (wallet?.person === person || ceremony?.person === person)) return next
      const opened = await links.open(email)
      const linkSeconds = opened.expiresAt - Math.floor(now() / 1_000)
      // A link that was used in time has no end to name.
      return { ...next, action: 'VERIFY_DEVICE', ...(linkSeconds > 0 ? { linkSeconds } : {}) }
    },
    async device(signal) {
      const { ceremony } = store.get()
      if (!ceremony || emailOf(ceremony.person) === null) throw new WalletError({ sentence: 'error.noLogin' })
      const until = now() + waitMs
      const { confirmation } = await links.follow(ceremony, signal)
      const email = mailboxOf(ceremony)
      if (pending?.isSent && pending.email === email) return
      await onceThereIsRoom({ until, now, work: () => begin(email, confirmation) })
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

/** The links that let this device in: one at a time, shown with its digits while it is open. */
interface Links {
  /** Finds the link that is open for an address, or has one sent. @throws WalletError where no more are sent */
  open(email: string): Promise<KeptCeremony>
  /** Waits until the link was used. @throws WalletError */
  follow(ceremony: KeptCeremony, signal: AbortSignal | undefined): Promise<Confirmed>
}

function createLinks(parameters: LoginParameters): Links {
  const { store, show, now, isOwnHost } = parameters
  let waits: AbortSignal | undefined
  let opening: Promise<unknown> = Promise.resolve()
  /** The wait that is shown: whoever asks again finds it as it is. */
  let wait: { readonly ceremony: string; readonly screen: LoginScreen } | undefined
  const showOpen = (kept: KeptCeremony) => {
    const { ceremony, digits, expiresAt } = kept
    const email = mailboxOf(kept)
    const until = expiresAt * 1_000 > now() ? expiresAt : undefined
    const asking = {
      is: 'digits',
      digits,
      email,
      until,
      toContinue: () => continuation(parameters, kept.person),
    } as const
    show(wait?.ceremony === ceremony ? wait.screen : asking)
  }
  const hold = (ceremony: KeptCeremony, opensAt: number) => {
    wait = {
      ceremony: ceremony.ceremony,
      screen: heldScreen(parameters, { ceremony, opensAt, email: mailboxOf(ceremony) }),
    }
    show(wait.screen)
  }
  const find = async (email: string): Promise<KeptCeremony> => {
    const { ceremony } = store.get()
    const before = ceremony?.person === personOf({ email }) ? ceremony : undefined
    const wantsAnother = before !== undefined && waits?.aborted === false && isOwnHost?.() === true
    const isGood = !wantsAnother && (before?.expiresAt ?? 0) * 1_000 > now()
    if (before && (isGood || (await wasConfirmed(parameters, before)))) return before
    const mails = wantsAnother ? (before.mails ?? 1) + 1 : 1
    if (mails > mostMails) throw new WalletError({ sentence: 'error.lastLink' })
    const opened = { ...(await beginCeremony({ ...parameters, email })), mails }
    await store.set({ ceremony: opened })
    return opened
  }
  return {
    async open(email) {
      const found = find(email)
      opening = found.catch(() => undefined) // whoever asked is told
      const opened = await found
      showOpen(opened)
      return opened
    },
    async follow(ceremony, signal) {
      waits = signal
      showOpen(ceremony)
      const confirmed = await waitForLink({ ...parameters, hold, opened: () => opening, left: signal }, ceremony)
      waits = undefined
      show(undefined)
      return confirmed
    },
  }
}

/** Commits to a key, has the keeper's nonce, reveals: the digits are then the same here and at the keeper, if nobody stands between. */
async function beginCeremony({
  servers,
  site,
  email,
}: Pick<LoginParameters, 'servers' | 'site'> & { readonly email: string }): Promise<KeptCeremony> {
  const boxKeys = await createBoxKeys()
  const key = await exportPublicKey(boxKeys.publicKey)
  const deviceNonce = randomBytes(32)
  const commitment = await commitmentOf({ key, deviceNonce })
  const asked = { email, site, commitment, language: spokenLanguage() }
  const { ceremony, keeperNonce, expiresAt } = await servers.signed(beginCeremonyCall, asked)
  await servers.signed(revealCall, { ceremony, key: encodeBytes(key), deviceNonce: encodeBytes(deviceNonce) })
  const person = personOf({ email })
  const digits = await digitsOf({ person, site, key, deviceNonce, keeperNonce: decodeBytes(keeperNonce) })
  return { ceremony, person, expiresAt, digits, boxKeys }
}

/** Whether a ceremony that is too old for its link was confirmed in time: then it goes on, however long the keeper makes it wait. */
async function wasConfirmed(
  { servers }: Pick<LoginParameters, 'servers'>,
  { ceremony }: KeptCeremony,
): Promise<boolean> {
  try {
    const { status } = await servers.signed(ceremonyStateCall, { ceremony, known: null })
    return status !== 'waiting' && status !== 'ended'
  } catch (error) {
    if (error instanceof RefusedError) return false
    throw error
  }
}

type Confirmed = Exclude<CeremonyState, { readonly status: 'waiting' | 'ended' | 'held' | 'secured' }>

interface OnceThereIsRoom {
  readonly until: number
  readonly now: () => number
  readonly work: () => Promise<unknown>
}

/** A mailbox is sent a code once in so long, in milliseconds, whichever device asks. */
const codesApartMs = 30_000

/**
 * Has a code sent as soon as the login server sends one: a visitor who has just logged in on another device does nothing wrong.
 * @throws WalletError that it still waits, where that is longer than a request may; and whatever else the server refuses
 */
async function onceThereIsRoom({ until, now, work }: OnceThereIsRoom): Promise<void> {
  for (;;) {
    try {
      await work()
      return
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

type Waiting = LoginParameters & {
  /** Ends once the ceremony that is being begun is there. */
  readonly opened: () => Promise<unknown>
  /** Aborted once nobody waits any more: then nothing follows, and another wait has what does. */
  readonly left: AbortSignal | undefined
  /** Shows how long the keeper makes it wait. */
  readonly hold: (ceremony: KeptCeremony, opensAt: number) => void
}

const isAnother = (open: KeptCeremony | null, ceremony: KeptCeremony): open is KeptCeremony =>
  open !== null && open.ceremony !== ceremony.ceremony

/** Waits until the mailbox's link was used, as long as a request may. @throws WalletError where it wasn't yet, ended, or a wait runs */
async function waitForLink(parameters: Waiting, ceremony: KeptCeremony): Promise<Confirmed> {
  const { servers, now, store, show, opened, left, hold, isOwnHost } = parameters
  const until = now() + waitMs
  const signal = AbortSignal.any([AbortSignal.timeout(waitMs), ...(left ? [left] : [])])
  let known: CeremonyState['status'] | null = null
  while (now() < until && !signal.aborted) {
    const { ceremony: open } = store.get()
    if (isAnother(open, ceremony)) return waitForLink(parameters, open) // continued in a window meanwhile, or by another mail
    const state = await stateOf({ servers, ceremony, known, signal })
    if (state === undefined || signal.aborted) break
    if (state.status === 'unbound' || state.status === 'released') return state
    if (state.status === 'ended' || state.status === 'secured') {
      await opened()
      await store.refresh()
      if (isAnother(store.get().ceremony, ceremony)) continue // its visitor had another mail sent, in this tab or in another
      await store.set({ ceremony: null })
      show(undefined)
      throw new WalletError({ sentence: ends[state.status === 'ended' ? state.reason : state.status] })
    }
    if (state.status === 'held') {
      hold(ceremony, state.opensAt)
      // An application of this kit shows the wait, and asks on until it is over; to any other it is a failure with its sentence.
      if (isOwnHost?.() !== true)
        throw new WalletError({ sentence: 'error.held', values: { when: timeOf(state.opensAt) } })
    }
    known = state.status
  }
  throw new WalletError({ sentence: 'error.stillWaiting' })
}

/** Makes a key for the keeper to seal to; what is released to it takes the place of the mail's ceremony. */
export async function continuation(
  { store, site, keeperKeys, now }: Pick<LoginParameters, 'store' | 'site' | 'keeperKeys' | 'now'>,
  person: string,
): Promise<Continuation> {
  const boxKeys = await createBoxKeys()
  const key = encodeBytes(await exportPublicKey(boxKeys.publicKey))
  const device = encodeBytes(await exportPublicKey(store.get().keys.publicKey))
  return {
    asked: { site, device, key, person, language: spokenLanguage() },
    async released({ ceremony, confirmation }) {
      const { expiresAt, person: whose } = await readReceipt({
        receipt: confirmation,
        keeper: keeperKeys.signing,
        is: 'confirmed',
        now: now(),
      })
      // The browser may know another person's wallet than the one that is logged in here.
      if (whose !== person) throw new WalletError({ sentence: 'error.otherWallet' })
      await store.set({ ceremony: { ceremony, person, expiresAt, digits: '', boxKeys } })
    },
  }
}

/** What the keeper says of a ceremony, once it is another thing than is known; undefined where the wait is over, and not the ceremony. */
export async function stateOf({
  servers,
  ceremony: { ceremony },
  known,
  signal,
}: Pick<LoginParameters, 'servers'> & {
  readonly ceremony: KeptCeremony
  readonly known: CeremonyState['status'] | null
  readonly signal: AbortSignal
}): Promise<CeremonyState | undefined> {
  try {
    return await servers.signed(ceremonyStateCall, { ceremony, known }, { signal })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

export function heldScreen(
  { servers, show, report }: Pick<LoginParameters, 'servers' | 'show' | 'report'>,
  { ceremony: { ceremony, digits }, email, opensAt, toContinue }: Held,
): LoginScreen {
  const cancel = () => {
    show(undefined)
    servers.signed(cancelCeremonyCall, { ceremony }).catch(report)
  }
  return { is: 'held', digits, email, opensAt, cancel, toContinue }
}

interface Held {
  readonly ceremony: KeptCeremony
  /** Where it was written of the wait; null for who has no mailbox. */
  readonly email: string | null
  readonly opensAt: number
  readonly toContinue?: (() => Promise<Continuation>) | undefined
}

const mailboxOf = ({ person }: KeptCeremony): string => emailOf(person) ?? ''

/** What a failure says to the visitor. */
export const sentenceOf = (error: unknown): string =>
  error instanceof WalletError ? say(error.sentence, error.values) : say('error.unknown')
