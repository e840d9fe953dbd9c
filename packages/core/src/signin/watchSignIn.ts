import type { ConnectionMachine } from '../connection/machine.js'
import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../store/state.js'
import { watchState } from '../store/watchState.js'
import { awaitedConnectors } from '../view/rules.js'
import { failToStart } from './failToStart.js'
import { inTime } from './inTime.js'
import { isSignInShown, showSignIn } from './showSignIn.js'
import { type SignInRoom, signInRoomOf } from './signInRoom.js'
import { isSameAccount, type SigningAccount, signingAccount } from './signInState.js'

export { keepSessions, leaveSessions, messageToSign, verifyWhileConnecting } from './whileConnecting.js'

interface Watch {
  readonly machine: ConnectionMachine
  readonly modal: Pick<Foyer, 'close'>
  readonly room: SignInRoom
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
  const stop = watchState(machine.kit.store, (state) => follow(watch, state))
  follow(watch, machine.kit.store.getState())
  return stop
}

function follow(watch: Watch, state: FoyerState): void {
  const { room } = watch
  const account = signingAccount(state)
  if (isSameAccount(account, room.account)) return
  room.cancel()
  room.move(account ? { status: 'checking', account } : { status: 'none' })
  if (!account) return
  check(watch, account).catch((error: unknown) => {
    if (!room.isAbout(account)) return
    room.track('SIWX_AUTH_ERROR', account)
    failToStart({ ...watch, error })
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
    return closeWaiting(watch, account)
  }
  room.move({ status: 'signedOut', account, isRequired: siwx.getRequired?.() ?? true })
  showSignIn(room.kit)
}

/** Closes the view that the account was connected in, or that it was to sign in in. */
function closeWaiting({ machine, modal }: Watch, { family }: SigningAccount): void {
  const { kit } = machine
  const state = kit.store.getState()
  const { connections, active, pending } = state.connection
  const connectorId = connections[active[family] ?? '']?.connector.id
  const isAwaited = connectorId !== undefined && !pending[family] && awaitedConnectors(kit, state).includes(connectorId)
  if (isAwaited || isSignInShown(kit)) modal.close()
}
