import { isRunning } from '../attempt/attempt.js'
import { dispatchEvent } from '../connection/dispatchEvent.js'
import type { ConnectionMachine } from '../connection/machine.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { isConnected, networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { watchState } from '../store/watchState.js'
import { isStranded } from './modal.js'
import { isStuck, leaveNetworks, reset, setLoading } from './navigate.js'
import { attemptAt, type ShownAttempt, shownAttempt, startShownAttempt } from './shownAttempt.js'
import { currentRoute } from './viewState.js'

/** The ids of the connectors whose wallet the view that is shown waits for. */
export function awaitedConnectors(
  { options, adapters }: Pick<FoyerContext, 'options' | 'adapters'>,
  { view, connectors }: Pick<FoyerState, 'view' | 'connectors'>,
): readonly string[] {
  if (!view.open) return []
  const route = currentRoute(view)
  switch (route.view) {
    case 'ConnectingExternal':
      return [route.connectorId]
    case 'AllWallets':
      // Where pairing begins with it [S2.11]; else it is a list to choose from.
      return options.manualWCControl || adapters.size === 0 ? pairing(connectors) : []
    case 'ConnectingWalletConnect':
      // The wallet may be in the page too: one of the ways that the view has.
      return connectors.map(({ id }) => id)
    case 'ConnectingWalletConnectBasic':
      return pairing(connectors)
    default:
      return []
  }
}

const pairing = (connectors: FoyerState['connectors']): readonly string[] =>
  connectors.filter(({ type }) => type === 'WALLET_CONNECT').map(({ id }) => id)

interface Rules {
  readonly machine: ConnectionMachine
  readonly modal: Pick<Foyer, 'open' | 'close' | 'connect' | 'switchNetwork'>
}

/**
 * What the modal does by itself when the connection or the network changes, and what entering and leaving a view starts and cancels. The store is
 * watched synchronously, so that an attempt starts within the user activation of the press that led to its view. @returns stops
 */
export function applyViewRules({ machine, modal }: Rules): () => void {
  const { store, options } = machine.kit
  const stop = watchState(store, (state, before) => {
    const busy = isSwitching(state)
    if (busy !== isSwitching(before)) setLoading(modal, busy) // [S4.20]
    if (state.view !== before.view) cancelLeft({ machine, state, before })
    followView({ machine, modal, state, before })
    if (state.connection === before.connection && state.networks === before.networks && state.family === before.family)
      return
    const stranded = isStranded(state, options)
    if (stranded && !isStranded(before, options)) return modal.open({ view: 'UnsupportedChain' }) // [S4.7]
    if (!state.view.open) return
    if (hasLost(state, before)) return options.enableEmbedded ? reset(modal, { view: 'Connect' }) : modal.close()
    // Where visitors sign in, that decides what comes next.
    if (hasArrived({ kit: machine.kit, state, before })) return machine.signIn && !stranded ? undefined : modal.close()
    const route = currentRoute(state.view)
    if (route.view === 'SwitchNetwork' && networkIdOf(state) === route.networkId) return leaveNetworks(modal)
    const outOfReach = state.view.history.some(isStuck)
    if (outOfReach && !stranded) modal.close()
  })
  // The view that had this code loaded may wait for an attempt.
  const state = store.getState()
  followView({ machine, modal, state, before: { ...state, view: { ...state.view, open: false } } })
  return stop
}

function isSwitching({ connection }: FoyerState): boolean {
  const { switch: attempt } = connection.attempts
  return isRunning(attempt) && attempt?.step.type === 'walletPrompt'
}

function hasLost(state: FoyerState, before: FoyerState): boolean {
  return isConnected(before) && !isConnected(state)
}

interface Change {
  readonly state: FoyerState
  readonly before: FoyerState
}

/** A wallet that the view waits for has agreed. */
function hasArrived({ kit, state, before }: Change & { readonly kit: FoyerContext }): boolean {
  const awaited = awaitedConnectors(kit, state)
  return Object.values(state.connection.connections).some(
    ({ id, connector }) => awaited.includes(connector.id) && !before.connection.connections[id],
  )
}

/** Leaving a view that waits for the wallet cancels the attempt: a late consent changes nothing. */
function cancelLeft({ machine: { kit }, state, before }: Change & Pick<Rules, 'machine'>): void {
  const awaited = awaitedConnectors(kit, state)
  const left = awaitedConnectors(kit, before).filter((id) => !awaited.includes(id))
  for (const { kind, connectorId, id } of Object.values(state.connection.pending)) {
    if (kind === 'connect' && connectorId !== undefined && left.includes(connectorId))
      dispatchEvent(kit, { type: 'failed', attemptId: id })
  }
}

/** Starts what the shown view waits for when the view, or the way to the wallet, is entered, and cancels what another way waited for. */
function followView({ machine: { kit }, modal, state, before }: Rules & Change): void {
  const isBack = state.online && !before.online
  if (state.view === before.view && state.connectors === before.connectors && !isBack) return
  const shown = shownAttempt(kit, state)
  const former = shownAttempt(kit, before)
  const isSame = isSameTarget(shown, former) && currentRoute(state.view) === currentRoute(before.view)
  const attempt = attemptAt(kit.store.getState().connection.attempts, shown)
  if (isSame) {
    if (isBack && shown && needsNetwork(shown, attempt?.end)) startShownAttempt(modal)
    return
  }
  if (former && !isSameTarget(shown, former)) {
    const left = attemptAt(kit.store.getState().connection.attempts, former)
    // The wallet emits the new network before it answers; then the view has done its work, and the answer is on its way.
    const isThere =
      former.kind === 'switch' &&
      Object.values(state.connection.connections).some(({ networks }) =>
        Object.values(networks).includes(former.networkId),
      )
    if (left && isRunning(left) && !isThere) dispatchEvent(kit, { type: 'failed', attemptId: left.id })
  }
  if (shown?.startsByItself) startShownAttempt(modal)
  // A failure of an earlier visit is no answer to this one.
  else if (shown) dispatchEvent(kit, { type: 'dismissed', slot: shown.kind })
}

function isSameTarget(a: ShownAttempt | undefined, b: ShownAttempt | undefined): boolean {
  if (a?.kind === 'connect' && b?.kind === 'connect')
    return a.connectorId === b.connectorId && a.wallet?.id === b.wallet?.id
  return a?.kind === 'switch' && b?.kind === 'switch' ? a.networkId === b.networkId : a === b
}

/** What failed for want of a network. */
const unreached: readonly string[] = ['relay_unreachable', 'offline', 'chunk_load']

function needsNetwork(
  shown: ShownAttempt,
  end: { readonly status: string; readonly code?: string } | undefined,
): boolean {
  return shown.kind === 'connect' && shown.isPairing && end?.status === 'failed' && unreached.includes(end.code ?? '')
}
