import { AbortedError } from '../errors/connection.js'
import type { Foyer, FoyerContext } from '../foyer.js'
import { isConnected, isStranded, networkIdOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { watchState } from '../store/watchState.js'
import { goBack, reset, setLoading } from '../view/navigate.js'
import { currentRoute } from '../view/viewState.js'
import { awaitedConnectors } from './awaitedConnectors.js'
import type { SessionContext } from './sessionContext.js'

type Modal = Pick<Foyer, 'context' | 'open' | 'close'>

/** What the modal does by itself when the connection or the network changes, and what leaving a view calls off. @returns stops */
export function applyViewRules({
  session,
  modal,
}: {
  readonly session: SessionContext
  readonly modal: Modal
}): () => void {
  const { store, options } = session.kit
  return watchState(store, (state, before) => {
    const busy = isSwitching(state)
    if (busy !== isSwitching(before)) setLoading(modal, busy) // [S4.20]
    if (state.view !== before.view) callOff({ session, state, before })
    if (state.connection === before.connection && state.networks === before.networks && state.family === before.family)
      return
    const stranded = isStranded(state, options)
    if (stranded && !isStranded(before, options)) return modal.open({ view: 'UnsupportedChain' }) // [S4.7]
    if (!state.view.open) return
    if (hasLost(state, before)) return options.enableEmbedded ? reset(modal, { view: 'Connect' }) : modal.close()
    if (hasArrived({ kit: session.kit, state, before })) return modal.close()
    const route = currentRoute(state.view)
    if (route.view === 'SwitchNetwork' && networkIdOf(state) === route.networkId) return goBack(modal)
    const outOfReach = state.view.history.some(({ view }) => view === 'UnsupportedChain')
    if (outOfReach && !stranded) modal.close()
  })
}

function isSwitching({ connection }: FoyerState): boolean {
  return connection.switching?.status === 'waiting'
}

function hasLost(state: FoyerState, before: FoyerState): boolean {
  return isConnected(before) && !isConnected(state)
}

interface Change {
  readonly kit: FoyerContext
  readonly state: FoyerState
  readonly before: FoyerState
}

/** A wallet that the view waits for has agreed. */
function hasArrived({ kit, state, before }: Change): boolean {
  const awaited = awaitedConnectors(kit, state)
  return Object.values(state.connection.connections).some(
    ({ id, connector }) => awaited.includes(connector.id) && !before.connection.connections[id],
  )
}

/** Leaving a view that waits for the wallet ends the waiting: a late consent changes nothing. */
function callOff({
  session: { kit, running },
  state,
  before,
}: {
  readonly session: SessionContext
  readonly state: FoyerState
  readonly before: FoyerState
}): void {
  const awaited = awaitedConnectors(kit, state)
  const left = awaitedConnectors(kit, before).filter((id) => !awaited.includes(id))
  for (const { kind, connectorId, id } of Object.values(state.connection.attempts)) {
    if (kind === 'connect' && left.includes(connectorId)) running.get(id)?.abort(new AbortedError())
  }
  const route = before.view.open ? currentRoute(before.view) : undefined
  const now = state.view.open ? currentRoute(state.view) : undefined
  if (route?.view === 'SwitchNetwork' && now?.view !== 'SwitchNetwork') {
    const { switching } = state.connection
    // The wallet tells of the new network before it answers; then the view has done its work, and the answer is on its way.
    const arrived = Object.values(state.connection.connections).some(({ networks }) =>
      Object.values(networks).includes(route.networkId),
    )
    if (switching?.status === 'waiting' && !arrived) running.get(switching.id)?.abort(new AbortedError())
  }
}
