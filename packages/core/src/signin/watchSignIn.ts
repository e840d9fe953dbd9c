import type { ConnectionMachine, SignInSeam } from '../connection/machine.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../store/state.js'
import { watchState } from '../store/watchState.js'
import { isSigningIn, withView } from '../view/modal.js'
import { awaitedConnectors } from '../view/rules.js'
import { currentRoute, opened } from '../view/viewState.js'
import { failToStart } from './failToStart.js'
import { inTime } from './inTime.js'
import { type SignInRoom, signInRoomOf } from './signInRoom.js'
import { isSameAccount, type SigningAccount, signingAccount } from './signInState.js'
import { keepSessions, leaveSessions, messageToSign, verifyWhileConnecting } from './whileConnecting.js'

interface Watch {
  readonly machine: ConnectionMachine
  readonly modal: Pick<Foyer, 'close'>
  readonly room: SignInRoom
}

/** What a kit that has visitors sign in has for what connects. */
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
  return view.open && isSigningIn(currentRoute(view))
}

/** How long whoever keeps the sessions may take to say which there are. */
const answerMs = 20_000

/**
 * Finds out for each account that the visitor comes to whether it is signed in, and opens the sign-in where it isn't [S4.9]: after connecting, after
 * restoring, after a change of account, network or family.
 *
 * @returns stops
 */
export function watchSignIn({ machine, modal }: Omit<Watch, 'room'>): () => void {
  const watch: Watch = { machine, modal, room: signInRoomOf(machine.kit) }
  const stop = watchState(machine.kit.store, (state, before) => {
    follow(watch, state)
    const ids = Object.keys(state.connection.connections)
    // Once the connection is settled, with the family that it makes the active one.
    if (ids.some((id) => !before.connection.connections[id])) queueMicrotask(() => arrive(watch))
  })
  follow(watch, machine.kit.store.getState())
  arrive(watch)
  return stop
}

function follow(watch: Watch, state: FoyerState): void {
  const { room, machine } = watch
  const account = signingAccount(state)
  if (isSameAccount(account, room.account)) return
  room.cancel()
  room.move(account ? { status: 'checking', account } : { status: 'none' })
  if (!account) return
  check(watch, account).catch((error: unknown) => {
    if (!room.isAbout(account)) return
    room.track('SIWX_AUTH_ERROR', account)
    failToStart({ machine, error }).catch(machine.kit.report)
  })
}

async function check(watch: Watch, account: SigningAccount): Promise<void> {
  const { room, machine } = watch
  const { clock } = machine.kit
  const { siwx, sessions } = await inTime({
    clock,
    timeoutMs: answerMs,
    async work() {
      await room.leaving
      const found = await room.siwx()
      return { siwx: found, sessions: await found?.getSessions(account.networkId, account.address) }
    },
  })
  if (!room.isAbout(account)) return // the visitor was quicker
  const session = sessions?.[0]
  if (session || !siwx) {
    room.move(session ? { status: 'signedIn', account, session } : { status: 'none' })
    return arrive(watch)
  }
  room.move({ status: 'signedOut', account, isRequired: siwx.getRequired?.() ?? true })
  showSignIn(room.kit)
}

/** A wallet that is waited for has agreed: its view goes on to the sign-in where there is one, and closes where there is none. */
function arrive({ machine: { kit }, modal, room }: Watch): void {
  const { status } = room.state.get()
  if (status === 'checking') return
  const state = kit.store.getState()
  const { connections, pending } = state.connection
  const underWay = Object.values(pending).map(({ connectorId }) => connectorId)
  const awaited = awaitedConnectors(kit, state).filter((id) => !underWay.includes(id))
  const isThere = Object.values(connections).some(({ connector }) => awaited.includes(connector.id))
  if (status === 'signedOut') {
    if (isThere) showSignIn(kit)
  } else if (isThere || (status === 'signedIn' && isSignInShown(kit))) modal.close()
}
