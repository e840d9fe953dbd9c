import { signMessageWithin } from '../actions/sign.js'
import { ownError, refusalOf, runAttempt } from '../attempt/runAttempt.js'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { AccountId } from '../chain/ids.js'
import { contextOf } from '../context.js'
import { AbortedError, NamespaceNotConfiguredError, SignInDisabledError } from '../errors/connection.js'
import type { FoyerError } from '../errors/FoyerError.js'
import { InvalidSessionError } from '../errors/signIn.js'
import type { Foyer } from '../foyer.js'
import type { SiwxSession } from '../siwx/siwx.js'
import type { AttemptReporter } from '../state/attempt.js'
import type { Observable } from '../store/observable.js'
import { homeRoute } from '../view/connecting.js'
import { reset } from '../view/navigate.js'
import {
  isSameAccount,
  type SignInRoom,
  type SignInState,
  type SignInText,
  type SigningAccount,
  signInRoomOf,
  signingAccount,
  tellTabs,
} from './signInRoom.js'
import { isSignInShown, showSignIn } from './watchSignIn.js'

/** Whether the visitor is signed in, to be followed. */
export const signInState = (foyer: Pick<Foyer, 'close'>): Observable<SignInState> =>
  signInRoomOf(contextOf(foyer)).state

/**
 * Has the connected account sign the message, and keeps the session; the sign-in view closes [S4.10]. The wallet is asked once. Where it is being
 * asked already, this waits for the same.
 *
 * @throws SignInDisabledError · NamespaceNotConfiguredError where no account is connected on a network of the application · UserRejectedError ·
 * InvalidSessionError and what the host's `siwx` throws · RequestTimeoutError after 5 minutes · AbortedError where the account changed meanwhile: nothing is kept then
 * @example
 * const { data } = await signIn(foyer)
 */
export function signIn(
  foyer: Foyer,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SiwxSession> {
  const room = signInRoomOf(contextOf(foyer))
  room.signing ??= start({ foyer, room, signal }).finally(() => {
    room.signing = undefined
  })
  return room.signing
}

interface Signing {
  readonly foyer: Foyer
  readonly room: SignInRoom
  readonly signal?: AbortSignal | undefined
}

async function start({ foyer, room, signal }: Signing): Promise<SiwxSession> {
  const { kit } = room
  const account = signingAccount(kit.store.getState())
  if (!account) throw new NamespaceNotConfiguredError({ family: kit.store.getState().family })
  const accountId: AccountId = `${account.networkId}:${account.address}`
  room.track('CLICK_SIGN_SIWX_MESSAGE', account)
  room.moveOn({ notice: undefined })
  let isSigned = false
  const signed = () => {
    isSigned = true
  }
  try {
    const session = await runAttempt(kit, {
      attempt: { kind: 'signIn', accountId },
      signal,
      run: (reporter) => sign({ foyer, room, account, reporter, signed }),
      settle: (session) => session,
    })
    room.track('SIWX_AUTH_SUCCESS', account)
    room.move({ status: 'signedIn', account, session })
    tellTabs(kit, 'in')
    if (isSignInShown(room.kit)) foyer.close()
    return session
  } catch (cause) {
    const error = ownError(cause)
    room.track('SIWX_AUTH_ERROR', account)
    if (!(error instanceof AbortedError)) showFailure({ room, error, isSmart: isSigned && room.isSmart(account) })
    throw error
  }
}

/** Nothing is kept of an account that isn't the visitor's any more. */
async function sign({
  foyer,
  room,
  account,
  reporter: { signal, step },
  signed,
}: Omit<Signing, 'signal'> & {
  readonly account: SigningAccount
  readonly reporter: AttemptReporter
  /** Called once the wallet has signed. */
  readonly signed: () => void
}): Promise<SiwxSession> {
  const { family, networkId, address } = account
  const siwx = await room.siwx()
  if (!siwx) throw new SignInDisabledError()
  const { data, message } = await signInText(room, account)
  signal.throwIfAborted()
  step({ type: 'signature' })
  const { signature, publicKey, envelope } = await signMessageWithin(foyer, {
    family,
    account: address,
    networkId,
    message,
    signal,
  })
  signal.throwIfAborted()
  const session: SiwxSession = { data, message, signature: envelope ?? signature, publicKey }
  // Whatever comes of it, the next one signs another text.
  room.text = undefined
  signed()
  await siwx.addSession(session)
  // It was being kept when the visitor left; who was signed in by another tab meanwhile stays so.
  if (signal.aborted && !(room.isAbout(account) && room.state.get().status === 'signedIn'))
    await siwx.revokeSession(networkId, address)
  return session
}

/** Shows the failure in the view, which stays [S4.11]; it comes back where it was closed meanwhile. */
function showFailure({
  room,
  error,
  isSmart,
}: {
  readonly room: SignInRoom
  readonly error: FoyerError
  /** It was signed, by a smart account. */
  readonly isSmart: boolean
}): void {
  const { kit } = room
  if (!isSignInShown(room.kit)) showSignIn(room.kit)
  const known = noticeOf(error)
  // What the application refuses then, without a reason that is known, may be the kind of account.
  const isRefused = isSmart && (known === 'signIn.invalid' || known === 'error.unknown')
  const notice = isRefused ? 'signIn.smartAccount' : known // [S8.3]
  if (!room.moveOn({ notice })) kit.update(() => ({ snackbar: { variant: 'error', message: notice } }))
}

function noticeOf({ code, notice = 'error.unknown' }: FoyerError): PlainSentenceKey {
  return code === 'user_rejected' ? 'signIn.declined' : notice // [S8.2]
}

/**
 * Leaves the sign-in without signing: disconnects where it is required, else closes; then the modal begins with connecting [S4.12]. What the wallet
 * still signs is kept nowhere.
 *
 * @throws DisconnectError where the wallet failed to end its side, or the sessions couldn't be ended
 * @example await leaveSignIn(foyer)
 */
export async function leaveSignIn(foyer: Foyer): Promise<void> {
  const room = signInRoomOf(contextOf(foyer))
  const state = room.state.get()
  if (state.status === 'signedOut') room.track('CLICK_CANCEL_SIWX', state.account)
  room.cancel()
  try {
    if (state.status !== 'signedOut' || !state.isRequired) return foyer.close()
    room.move({ ...state, isLeaving: true })
    await foyer.disconnect()
  } finally {
    reset(foyer, homeRoute({ connected: false }))
  }
}

/**
 * Signs the visitor out: every session ends, and where sign-in is required the connection with it.
 *
 * @throws SignInDisabledError · DisconnectError · what the host's `siwx` throws
 * @example await signOut(foyer)
 */
export async function signOut(foyer: Foyer): Promise<void> {
  const room = signInRoomOf(contextOf(foyer))
  const siwx = await room.siwx()
  if (!siwx) throw new SignInDisabledError()
  const isRequired = siwx.getRequired?.() ?? true
  room.cancel()
  if (isRequired && room.account) return foyer.disconnect()
  await siwx.setSessions([])
  tellTabs(room.kit, 'out')
  const { account } = room
  if (account) room.move({ status: 'signedOut', account, isRequired })
}

/** The time for which a shown text is the one that is signed, in milliseconds: its nonce may be over later. */
const freshMs = 120_000

/**
 * Returns the text that an account is to sign: the shown one while it is fresh. One that is seen and too old gives way to the new one.
 *
 * @throws SignInDisabledError · InvalidSessionError and what the host's `siwx` throws
 */
export async function signInText(room: SignInRoom, account: SigningAccount): Promise<SignInText> {
  const now = room.kit.clock.now()
  const { text: former } = room
  if (former && isSameAccount(former.account, account) && now - former.madeAt < freshMs) return former
  const siwx = await room.siwx()
  if (!siwx) throw new SignInDisabledError()
  const { address, networkId } = account
  const request = await siwx.createMessage({ accountAddress: address, chainId: networkId })
  if (request.accountAddress !== address || request.chainId !== networkId)
    throw new InvalidSessionError({ fault: 'account' })
  const { toString: _, ...data } = request
  const expiresAt = data.expirationTime === undefined ? undefined : Date.parse(data.expirationTime)
  const text = { account, data, message: request.toString(), expiresAt, madeAt: now }
  room.text = text
  const state = room.state.get()
  if (state.status === 'signedOut' && state.text) room.moveOn({ text })
  return text
}

/**
 * Makes the text that the account is to sign, so that it can be read before: `signInState` has it then. The wallet isn't asked. That it can't be had is a
 * `notice` there.
 *
 * @throws never
 * @example await showSignInText(foyer)
 */
export async function showSignInText(foyer: Pick<Foyer, 'close'>): Promise<void> {
  const room = signInRoomOf(contextOf(foyer))
  const state = room.state.get()
  if (state.status !== 'signedOut') return
  const { account } = state
  try {
    const text = await signInText(room, account)
    if (room.isAbout(account)) room.moveOn({ text, notice: undefined })
  } catch (cause) {
    const error = ownError(cause)
    room.kit.report(error)
    if (room.isAbout(account)) room.moveOn({ notice: refusalOf(error).notice })
  }
}
