import type { ConnectionMachine } from '../connection/machine.js'
import type { SignInSeam } from '../connection/signInSeam.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { onDemand } from '../loading/onDemand.js'
import { keysOf } from '../store/keysOf.js'
import { isConnected } from '../store/selectors.js'
import { watchState } from '../store/watchState.js'
import { failToStart } from './failToStart.js'
import { siwxSource } from './siwxSource.js'

type SignInCode = typeof import('./watchSignIn.js')

/** Signing in as what connects sees it, and how its code is loaded. */
export interface SignInStart extends SignInSeam {
  readonly load: () => Promise<SignInCode>
}

/** What a kit that has visitors sign in has for it; undefined for one that hasn't. Its code is fetched once a wallet is in play. */
export function signInStart(kit: FoyerContext): SignInStart | undefined {
  if (siwxSource(kit) === undefined) return undefined
  const load = onDemand({ chunk: 'signIn', load: () => import('./watchSignIn.js') })
  return {
    load,
    offer: {
      message: async (request) => (await load()).messageToSign(kit, request),
      verify: async (signed) => (await load()).verifyWhileConnecting(kit, signed),
    },
    keep: async (sessions) => (await load()).keepSessions(kit, sessions),
    done: () => kit.update(({ snackbar }) => (snackbar?.variant === 'loading' ? { snackbar: undefined } : {})),
    leave: async (left) => (await load()).leaveSessions(kit, left),
  }
}

/** Signs visitors in once they connect [S4.9]. @returns stops */
export function followSignIn({
  machine,
  modal,
  load,
}: {
  readonly machine: ConnectionMachine
  readonly modal: Pick<Foyer, 'close'>
  readonly load: () => Promise<SignInCode>
}): () => void {
  const { store } = machine.kit
  let stop = () => {}
  let status: 'waiting' | 'loading' | 'watching' | 'stopped' = 'waiting'
  const follow = () => {
    const state = store.getState()
    const isNeeded = isConnected(state) || keysOf(state.connection.pending).length > 0
    if (status !== 'waiting' || !isNeeded) return
    status = 'loading'
    load().then(
      ({ watchSignIn }) => {
        if (status === 'stopped') return
        status = 'watching'
        stop = watchSignIn({ machine, modal })
      },
      (error: unknown) => {
        if (status === 'stopped') return
        status = 'waiting'
        // The next connection has it loaded again.
        if (isConnected(store.getState())) failToStart({ machine, modal, error })
        else machine.kit.report(error)
      },
    )
  }
  const stopWatching = watchState(store, follow)
  follow()
  return () => {
    status = 'stopped'
    stopWatching()
    stop()
  }
}
