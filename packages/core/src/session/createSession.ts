import type { Family } from '../chain/ids.js'
import type { Alert } from '../config/alerts.js'
import { logAlert } from '../config/logAlert.js'
import { AbortedError } from '../errors/connection.js'
import { eventsBetween } from '../events/eventsBetween.js'
import type { ConnectParameters, Foyer, FoyerContext } from '../foyer.js'
import { watchState } from '../store/watchState.js'
import { createModalControls } from '../view/modal.js'
import { closedView, type ViewState } from '../view/viewState.js'
import { parseRecents } from '../wallets/recents.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { followReplacement, followTab } from './followTab.js'
import { persist } from './persist.js'
import { restore } from './restore.js'
import { createSessionContext, type SessionContext } from './sessionContext.js'
import { switchNetwork } from './switchNetwork.js'
import { applyViewRules } from './viewRules.js'
import { watchServer } from './watchServer.js'

/** Everything that a kit needs once a wallet is in play; loaded with the first press, or with a session to restore. */
export interface Session extends Pick<Foyer, 'connect' | 'disconnect' | 'switchNetwork'> {
  /** Watches the store until `stop`; more than once is once. */
  start(): void
  stop(): void
  restore(families: readonly Family[]): Promise<void>
  /** Says on the console and through `onError` what the developer must mend, whether or not the modal is open. */
  showAlert(alert: Alert): void
  /** Another tab has changed what is stored under a key. */
  followTab(key: string): void
}

/** What is asked of the operator's server. @throws the browser's own error where the chunk can't be had */
export const loadServer = (): Promise<typeof import('../api/server.js')> => import('../api/server.js')

export function createSession(kit: FoyerContext): Session {
  const session = createSessionContext({ kit, replaced: (id) => followReplacement(session, id) })
  let stops: (() => void)[] = []
  let seen = closedView
  /** A kit that was stopped does nothing more, whatever it was asked for meanwhile. */
  const whileRunning =
    <P, R>(action: (session: SessionContext, parameters: P) => Promise<R>) =>
    async (parameters: P): Promise<R> => {
      if (stops.length === 0) throw new AbortedError()
      return action(session, parameters)
    }
  return {
    start() {
      if (stops.length > 0) return
      stops = watch({ session, seen })
    },
    stop() {
      for (const stop of stops) stop()
      stops = []
      seen = kit.store.getState().view
      for (const controller of session.running.values()) controller.abort(new AbortedError())
      for (const stopListening of session.listening.values()) stopListening()
      session.listening.clear()
      kit.live.clear()
    },
    connect: whileRunning(connect),
    disconnect: whileRunning(disconnect),
    switchNetwork: whileRunning(switchNetwork),
    restore: (families) => restore(session, { families, absent: 'forget' }),
    followTab: (key) => followTab(session, key),
    showAlert: (alert) => logAlert({ alert, report: kit.report }),
  }
}

function watch({
  session,
  seen,
}: {
  readonly session: SessionContext
  /** The modal as it was when it was last watched. */
  readonly seen: ViewState
}): (() => void)[] {
  const { kit } = session
  const { store, update, track, persistence } = kit
  update(() => ({ recents: parseRecents(persistence.read('recent_wallets')) }))
  const emit = (state = store.getState(), before = { ...state, view: seen }) => {
    for (const event of eventsBetween(before, state)) track(event)
  }
  const stops = [
    persist(kit),
    watchServer(kit),
    watchState(store, emit), // before the rules, whose changes come after what caused them
  ]
  emit() // the opening that had this loaded
  const { open, close } = createModalControls(kit)
  const modal = {
    context: kit,
    open,
    close,
    connect: (parameters: ConnectParameters) => connect(session, parameters),
    switchNetwork: (parameters: Parameters<Foyer['switchNetwork']>[0]) => switchNetwork(session, parameters),
  }
  return [...stops, applyViewRules({ session, modal })]
}
