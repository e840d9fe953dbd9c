import type { NetworkId } from '../chain/ids.js'
import { inTime } from '../clock/inTime.js'
import type { ConnectionMachine, SignInSeam } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import type { FoyerContext } from '../context.js'
import { SignInDisabledError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import type { SignedText, Siwx, SiwxMessage, SiwxSession } from '../siwx/siwx.js'
import { isRunning } from '../state/attempt.js'
import { connectionOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { currentRoute } from '../state/viewState.js'
import { homeRoute } from '../view/connecting.js'
import { opened, withView } from '../view/modal.js'
import { shownAttempt } from '../view/views.js'
import { signIn } from './feature.js'
import {
  canVerify,
  isSameAccount,
  listenToTabs,
  type SignInRoom,
  type SigningAccount,
  signInRoomOf,
  signingAccount,
  tellTabs,
  verifySigned,
} from './signInRoom.js'

interface Watch {
  readonly machine: ConnectionMachine
  readonly modal: Pick<Foyer, 'close'>
  readonly room: SignInRoom
}

/** Returns the seam between a kit's sign-in and its connecting. */
export function signInSeam(kit: FoyerContext): SignInSeam {
  return {
    offer: {
      message: (request) => messageToSign(kit, request),
      verify: (signed) => verifyWhileConnecting(kit, signed),
    },
    keep: (signed) => keepSessions(kit, signed),
    done: () => kit.update(({ snackbar }) => (snackbar?.variant === 'loading' ? { snackbar: undefined } : {})),
    leave: (left) => leaveSessions(kit, left),
    watch: watchSignIn,
  }
}

/** Shows the sign-in, whatever else is shown. */
export function showSignIn({ update }: Pick<FoyerContext, 'update'>): void {
  update((state) => withView(state, opened(state.view, { view: 'SIWXSignMessage' })))
}

export function isSignInShown({ store }: Pick<FoyerContext, 'store'>): boolean {
  const { view } = store.getState()
  return view.open && currentRoute(view).view in signIn.views
}

/** The timeout for the session store to list its sessions. */
const answerMs = 20_000

/**
 * Finds out for each account that the visitor comes to whether it is signed in, and opens the sign-in where it isn't [S4.9]: after connecting, after
 * restoring, after a change of account, network or family. What another tab signs in or out is followed.
 *
 * @returns stops
 */
export function watchSignIn({ machine, modal }: Omit<Watch, 'room'>): () => void {
  const { kit } = machine
  const watch: Watch = { machine, modal, room: signInRoomOf(kit) }
  const again = (isHere: boolean) => () => {
    lookAgain(watch, isHere).catch(kit.report)
  }
  watch.room.lookAgain = again(true)
  const stops = [
    kit.store.subscribe((state, before) => {
      follow(watch, state)
      const ids = Object.keys(state.connection.connections)
      // Once the connection is settled, with the family that it makes the active one.
      if (ids.some((id) => !before.connection.connections[id])) queueMicrotask(() => arrive(watch))
    }),
    listenToTabs(kit, again(false)),
  ]
  follow(watch, kit.store.getState())
  arrive(watch)
  return () => {
    for (const stop of stops) stop()
  }
}

function follow(watch: Watch, state: FoyerState): void {
  const { room } = watch
  const account = signingAccount(state)
  if (isSameAccount(account, room.account)) return
  room.cancel()
  if (account) check(watch, account)
  else room.move({ status: 'none' })
}

/** Finds out whether an account is signed in; of several at once the last counts. */
function check(watch: Watch, account: SigningAccount): void {
  const { room, machine } = watch
  const checking = { status: 'checking', account } as const
  room.move(checking)
  // The visitor may be quicker, and go elsewhere or sign.
  const isAsked = () => room.state.get() === checking
  sessionsOf(watch, account).then(
    (found) => {
      if (isAsked()) settle({ watch, account, found })
    },
    (error: unknown) => {
      if (!isAsked()) return
      room.track('SIWX_AUTH_ERROR', account)
      failToStart({ machine, error }).catch(machine.kit.report)
    },
  )
}

interface Found {
  readonly siwx: Siwx | undefined
  readonly session: SiwxSession | undefined
}

/** @throws what the session store throws · RequestTimeoutError */
function sessionsOf({ room, machine }: Watch, { networkId, address }: SigningAccount): Promise<Found> {
  return inTime({
    clock: machine.kit.clock,
    ms: answerMs,
    async work() {
      await room.leaving
      const siwx = await room.siwx()
      const [session] = (await siwx?.getSessions(networkId, address)) ?? []
      return { siwx, session }
    },
  })
}

function settle({
  watch,
  account,
  found: { siwx, session },
}: {
  readonly watch: Watch
  readonly account: SigningAccount
  readonly found: Found
}): void {
  const { room } = watch
  if (session || !siwx) {
    room.move(session ? { status: 'signedIn', account, session } : { status: 'none' })
    arrive(watch)
  } else {
    room.move({ status: 'signedOut', account, isRequired: isRequiredBy(siwx) })
    showSignIn(room.kit)
  }
}

const isRequiredBy = (siwx: Siwx): boolean => siwx.getRequired?.() ?? true

/**
 * Asks once more whether the visitor is signed in, as that may have changed without this page's doing. What another tab signed counts here too: what
 * is being signed is called off. Who was signed out in another tab isn't asked to sign in here: where it is required, the connection ends as well.
 *
 * @param isHere - it wasn't another tab, so nothing else follows
 */
async function lookAgain(watch: Watch, isHere: boolean): Promise<void> {
  const { room } = watch
  const before = room.state.get()
  if (before.status === 'none') return
  const { account } = before
  if (before.status === 'checking') return check(watch, account)
  const { siwx, session } = await sessionsOf(watch, account)
  if (room.state.get() !== before) return
  if (before.status === 'signedOut') {
    if (!session || before.isLeaving) return
    room.move({ status: 'signedIn', account, session })
    room.cancel()
    return arrive(watch)
  }
  if (session || !siwx) return
  const isRequired = isRequiredBy(siwx)
  room.move({ status: 'signedOut', account, isRequired })
  if (isHere && isRequired) showSignIn(room.kit)
}

/** A wallet that is waited for has agreed: its view goes on to the sign-in where there is one, and closes where there is none. */
function arrive({ machine: { kit }, modal, room }: Watch): void {
  const { status } = room.state.get()
  if (status === 'checking') return
  const state = kit.store.getState()
  const { connections, pending } = state.connection
  const shown = shownAttempt(kit, state)
  const isThere =
    shown?.kind === 'connect' &&
    Object.values(connections).some(({ connector }) => connector.id === shown.connectorId) &&
    !Object.values(pending).some(({ connectorId }) => connectorId === shown.connectorId)
  if (status === 'signedOut') {
    if (isThere) showSignIn(kit)
  } else if (isThere || (status === 'signedIn' && isSignInShown(kit))) modal.close()
}

/** Whether the visitor is signed in can't be determined: the account is disconnected, and an open modal says so in the connect view [S8.1]. */
async function failToStart({
  machine,
  error,
}: {
  readonly machine: ConnectionMachine
  readonly error: unknown
}): Promise<void> {
  const { store, update, report } = machine.kit
  report(error)
  const isShown = store.getState().view.open
  // The modal closes as the connection ends.
  await disconnect(machine).catch(report)
  if (!isShown) return
  update((state) => ({
    ...withView(state, opened(state.view, homeRoute({ connected: false }))),
    snackbar: { variant: 'error', message: 'connect.signInFailed' },
  }))
}

/** Builds the text to sign while a wallet connects, its account unknown yet. @throws SignInDisabledError · what the host's code throws */
export async function messageToSign(
  kit: FoyerContext,
  { networkId }: { readonly networkId: NetworkId },
): Promise<SiwxMessage> {
  return (await siwxOf(kit)).createMessage({ accountAddress: '', chainId: networkId })
}

/**
 * Whether what a wallet signed while it connected holds. A family that can't verify leaves it to the session store, which verifies each; the
 * visitor is shown that it goes on [S8.14].
 */
export async function verifyWhileConnecting(kit: FoyerContext, signed: SignedText): Promise<boolean> {
  kit.update(({ view, connection }) =>
    // A wallet that answers once the visitor has left says nothing any more.
    view.open && isRunning(connection.attempts.connect)
      ? { snackbar: { variant: 'loading', message: 'connect.authenticating' } }
      : {},
  )
  return (await canVerify(kit, signed.networkId)) ? verifySigned(kit, signed) : true
}

/** Keeps what a wallet signed while it connected; where that can't be, there is no connection either (X10). */
export async function keepSessions(
  kit: FoyerContext,
  { live, sessions, ended }: Parameters<SignInSeam['keep']>[0],
): Promise<void> {
  try {
    ended.throwIfAborted()
    const siwx = await siwxOf(kit)
    await siwx.setSessions(sessions)
    // Cancelled while it was stored: no account is connected that would be signed in.
    if (ended.aborted) await siwx.setSessions([])
    else tellTabs(kit, 'in')
  } catch (error) {
    live.disconnect().catch(kit.report)
    throw error
  }
}

/** Signs the accounts out whose connection ends: all sessions, or theirs alone where others stay connected. */
export async function leaveSessions(
  kit: FoyerContext,
  { families, isAll }: Parameters<SignInSeam['leave']>[0],
): Promise<void> {
  const room = signInRoomOf(kit)
  const { connection, networks } = kit.store.getState()
  const left = networks.flatMap(({ chainNamespace, caipNetworkId }) => {
    const address = connectionOf(connection, chainNamespace)?.addresses[chainNamespace]
    return families.has(chainNamespace) && address !== undefined ? [{ networkId: caipNetworkId, address }] : []
  })
  const leave = async () => {
    const siwx = await room.siwx()
    if (isAll) await siwx?.setSessions([])
    else await Promise.all(left.map(({ networkId, address }) => siwx?.revokeSession(networkId, address)))
    tellTabs(kit, 'out')
  }
  const leaving = leave()
  // Who connects again meanwhile isn't taken for signed in.
  room.leaving = leaving.catch(() => undefined)
  await leaving
}

async function siwxOf(kit: FoyerContext): Promise<Siwx> {
  const siwx = await signInRoomOf(kit).siwx()
  if (!siwx) throw new SignInDisabledError()
  return siwx
}
