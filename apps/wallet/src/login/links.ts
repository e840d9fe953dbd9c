import { decodeBytes, encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { commitmentOf, digitsOf } from '@foyer/custody/digits'
import { beginCeremonyCall, type CeremonyState, ceremonyStateCall, revealCall } from '@foyer/custody/keeperCalls'
import { emailOf, personOf } from '@foyer/custody/person'
import { createBoxKeys, exportPublicKey } from '@foyer/custody/sealedBox'
import { anyOf } from '../anyOf.js'
import { WalletError } from '../errors.js'
import { spokenLanguage } from '../messages/say.js'
import { RefusedError } from '../servers/servers.js'
import { type KeptCeremony, mostAskings } from '../vault/device.js'
import { continuation, untilContinued, type Waits, waitingError, waitingScreen } from './continuation.js'
import type { LoginParameters, LoginScreen } from './login.js'

/** How long a request of the application's may wait, in milliseconds: less than its own thirty seconds. */
export const waitMs = 25_000

/**
 * How often in a row a mail is sent to a visitor who asks for another: as often a day as a mailbox with a wallet is written to. Of one that is never
 * written the link before would be over for nothing.
 */
const mostMails = 3

/** How often in an hour a mailbox is written to: the keeper says of none whether it was. [F3] */
const mailsPerHour = 5
const hourMs = 3_600_000

/** How long after a mail the keeper sends a mailbox another, in milliseconds. */
const mailsApartMs = 30_000

export const ends = {
  refused: 'error.linkRefused',
  expired: 'error.linkExpired',
  wrongDigits: 'error.linkDigits',
  cancelled: 'error.linkCancelled',
} as const

/** The links that let this device in: one at a time, shown with its digits while it is open. */
export interface Links {
  /** Finds the link that is open for an address, or has one sent. @throws WalletError where no more are sent */
  open(email: string): Promise<KeptCeremony>
  /** Waits until the link was used. @returns undefined where the visitor has opened the wallet by what they have @throws WalletError */
  follow(ceremony: KeptCeremony, signal: AbortSignal | undefined): Promise<Confirmed | undefined>
}

export function createLinks(parameters: LoginParameters): Links {
  const { store, show, now, isOwnHost } = parameters
  let waits: AbortSignal | undefined
  let opening: Promise<unknown> = Promise.resolve()
  /** The wait that is shown: whoever asks again finds it as it is. */
  let wait: { readonly ceremony: string; readonly screen: LoginScreen } | undefined
  /** Aborted once the visitor has opened the wallet by what they have: then no link is waited for. */
  let entering = new AbortController()
  /** Once a window has continued, the keeper is asked of what that opened, and no longer of the mail's link. */
  const { before, continued } = untilContinued()
  let againAt = 0
  const entered = () => entering.abort()
  const toContinueAs = (person: string) => () => continuation(parameters, { person, continued, entered })
  const showOpen = (kept: KeptCeremony) => {
    if (wait?.ceremony === kept.ceremony) return show(wait.screen)
    const [{ digits, person }, email] = [kept, mailboxOf(kept)]
    const isOverHour = askedWithinHour(parameters).filter((each) => each.person === person).length > mailsPerHour
    const toContinue = toContinueAs(kept.person)
    show({ is: 'digits', digits, email, isOverHour, againAt, sendAgain: () => open(email, true), toContinue })
  }
  const hold = (ceremony: KeptCeremony, state: Waits) => {
    const of = { ceremony, email: mailboxOf(ceremony), toContinue: toContinueAs(ceremony.person) }
    wait = { ceremony: ceremony.ceremony, screen: waitingScreen(parameters, of, state) }
    show(wait.screen)
  }
  const find = async (email: string, isAsked: boolean): Promise<KeptCeremony> => {
    const { ceremony } = store.get()
    const last = ceremony?.person === personOf({ email }) ? ceremony : undefined
    const isAgain = isAsked || (waits && !waits.aborted && isOwnHost?.())
    // One that is too old for its link may have been confirmed in time.
    if (last && ((!isAgain && last.expiresAt * 1_000 > now()) || (await wasConfirmed(parameters, last)))) return last
    const opened = await sendLink(parameters, { email, before: isAgain ? last : undefined })
    againAt = now() + mailsApartMs
    return opened
  }
  const open = async (email: string, isAsked = false) => {
    const found = find(email, isAsked)
    opening = found.catch(() => undefined) // whoever asked is told
    const opened = await found
    showOpen(opened)
    return opened
  }
  return {
    open,
    async follow(ceremony, signal) {
      waits = signal
      entering = new AbortController()
      const { signal: hasEntered } = entering
      showOpen(ceremony)
      const left = [signal ?? hasEntered, hasEntered]
      const waiting = { ...parameters, hold, opened: () => opening, before, left }
      const confirmed = await waitForLink(waiting, ceremony).catch((error: unknown) => {
        if (hasEntered.aborted) return undefined
        throw error
      })
      waits = undefined
      show(undefined)
      return confirmed
    },
  }
}

/** Finds the mails that this device has asked for within the last hour. */
function askedWithinHour({ store, now }: Pick<LoginParameters, 'store' | 'now'>) {
  const { asked = [] } = store.get()
  return asked.filter(({ at }) => at <= now() && now() - at < hourMs)
}

/**
 * Has a mail sent, whose link is the open one from then on.
 * @param request.before - the link whose place it takes as its visitor asked for another mail
 * @throws WalletError where no more are sent
 */
async function sendLink(
  parameters: LoginParameters,
  { email, before }: { readonly email: string; readonly before: KeptCeremony | undefined },
): Promise<KeptCeremony> {
  const mails = before ? (before.mails ?? 1) + 1 : 1
  if (mails > mostMails) throw new WalletError({ sentence: 'error.lastLink' })
  const opened = { ...(await beginCeremony({ ...parameters, email })), mails }
  const { person } = opened
  const asked = [...askedWithinHour(parameters), { person, at: parameters.now() }].slice(-mostAskings)
  await parameters.store.set({ ceremony: opened, asked })
  return opened
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

/** Returns how far a ceremony is now; one that the keeper doesn't know has ended. */
export async function statusOf(
  { servers }: Pick<LoginParameters, 'servers'>,
  { ceremony }: Pick<KeptCeremony, 'ceremony'>,
): Promise<CeremonyState['status']> {
  try {
    return (await servers.signed(ceremonyStateCall, { ceremony, known: null })).status
  } catch (error) {
    if (error instanceof RefusedError) return 'ended'
    throw error
  }
}

/** Whether a ceremony that is too old for its link was confirmed in time: then it goes on, however long the keeper makes it wait. */
async function wasConfirmed(parameters: Pick<LoginParameters, 'servers'>, ceremony: KeptCeremony): Promise<boolean> {
  const status = await statusOf(parameters, ceremony)
  return status !== 'waiting' && status !== 'ended'
}

type Confirmed = Exclude<CeremonyState, { readonly status: 'waiting' | 'ended' | 'held' | 'secured' }>

type Waiting = LoginParameters & {
  /** Ends once the ceremony that is being begun is there. */
  readonly opened: () => Promise<unknown>
  /** Aborted once a window has continued. */
  readonly before: () => AbortSignal
  /** Aborted once nobody waits any more: then nothing follows, and another wait has what does. */
  readonly left: readonly AbortSignal[]
  /** Shows what the visitor may do meanwhile. */
  readonly hold: (ceremony: KeptCeremony, state: Waits) => void
}

const isAnother = (open: KeptCeremony | null, ceremony: KeptCeremony): open is KeptCeremony =>
  open !== null && open.ceremony !== ceremony.ceremony

/** Waits until the mailbox's link was used, as long as a request may. @throws WalletError where it wasn't yet, ended, or a wait runs */
async function waitForLink(parameters: Waiting, ceremony: KeptCeremony): Promise<Confirmed> {
  const { servers, now, store, show, opened, before, left, hold, isOwnHost } = parameters
  const until = now() + waitMs
  const signal = anyOf([AbortSignal.timeout(waitMs), ...left])
  let known: CeremonyState['status'] | null = null
  while (now() < until && !signal.aborted) {
    const { ceremony: open } = store.get()
    if (isAnother(open, ceremony)) return waitForLink(parameters, open) // continued in a window meanwhile, or by another mail
    const continued = before()
    const state = await stateOf({ servers, ceremony, known, signal: anyOf([signal, continued]) })
    if (signal.aborted) break
    if (state === undefined || continued.aborted) continue
    if (state.status === 'unbound' || state.status === 'released') return state
    if (state.status === 'ended') {
      await opened()
      await store.refresh()
      if (isAnother(store.get().ceremony, ceremony)) continue // its visitor had another mail sent, in this tab or in another
      await store.set({ ceremony: null })
      show(undefined)
      throw new WalletError({ sentence: ends[state.reason] })
    }
    if (state.status !== 'waiting') {
      hold(ceremony, state)
      // An application of this kit shows the wait, and asks on until it is over; to any other it is a failure with its sentence.
      if (isOwnHost?.() !== true) throw waitingError(state, 'error.held')
    }
    known = state.status
  }
  throw new WalletError({ sentence: 'error.stillWaiting' })
}

/** Waits for another state of a ceremony than is known; undefined where the wait is over, and not the ceremony. */
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

export const mailboxOf = ({ person }: KeptCeremony): string => emailOf(person) ?? ''
