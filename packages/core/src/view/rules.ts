import { dispatchEvent } from '../attempt/runAttempt.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type AttemptId, attemptById, isRunning } from '../state/attempt.js'
import type { ConnectionState } from '../state/connection.js'
import { isConnected } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { currentRoute, type ViewEvent } from '../state/viewState.js'
import { onceConnected } from './connecting.js'
import { navigate, setLoading } from './navigate.js'
import {
  appearing,
  attemptAt,
  isAt,
  isHeld,
  isSameTarget,
  isShownBy,
  reportUnexpected,
  rulesOf,
  type ShownAttempt,
  shownAttempt,
  startAttempt,
} from './views.js'

interface Rules {
  readonly kit: FoyerContext
  readonly modal: Pick<Foyer, 'open' | 'close' | 'connect' | 'switchNetwork' | 'store'>
}

/**
 * The rules of what the modal does by itself when the connection or the network changes, and what entering and leaving a view starts and cancels: which view
 * does what is said by each room's own rules (`views.ts`). The store is watched synchronously, so that an attempt starts within the user activation of the press
 * that led to its view. @returns stops
 */
export function applyViewRules({ kit, modal }: Rules): () => void {
  const stop = kit.store.subscribe((state, before) => {
    const busy = isSwitching(state)
    if (busy !== isSwitching(before)) setLoading(modal, busy) // [S4.20]
    followAttempt({ kit, modal, state, before })
    if (!hasMoved(state, before)) return
    const event = leading({ kit, state, before })
    if (event?.type === 'opened') modal.open(event.route)
    else if (event) navigate(modal, event)
  })
  // The view that had this code loaded may wait for an attempt.
  const state = kit.store.getState()
  followAttempt({ kit, modal, state, before: { ...state, view: { ...state.view, open: false } } })
  return stop
}

function isSwitching({ connection }: FoyerState): boolean {
  const { switch: attempt } = connection.attempts
  return isRunning(attempt) && attempt?.step.type === 'walletPrompt'
}

const hasMoved = (state: FoyerState, before: FoyerState): boolean =>
  state.connection !== before.connection ||
  state.networks !== before.networks ||
  state.surface !== before.surface ||
  state.family !== before.family ||
  state.chosen !== before.chosen

interface Change {
  readonly kit: FoyerContext
  readonly state: FoyerState
  readonly before: FoyerState
}

/** Returns the modal's event on a change: what brings up a view, then the connection's end, then what the shown view, or one below it that holds, says. */
function leading({ kit, state, before }: Change): ViewEvent | undefined {
  const event = appearing(kit, state, before)
  if (event || !state.view.open) return event
  if (isConnected(before) && !isConnected(state)) return { type: 'closed' }
  const shown = currentRoute(state.view)
  for (const route of [...state.view.history].reverse()) {
    const here = { kit, state, route }
    const rules = route === shown || isHeld(kit, state, route) ? rulesOf(kit, route) : undefined
    const next = rules?.next?.(here, before) ?? (rules?.closesOnceConnected && onceConnected(here, before))
    if (next) return next
  }
  return undefined
}

/** Cancels what only a view showed that was left, and starts what the shown one starts: when it, or the way to the wallet, is entered. */
function followAttempt({ kit, modal, state, before }: Rules & Change): void {
  const isBack = state.online && !before.online
  if (state.view === before.view && state.connectors === before.connectors && !isBack) return
  const shown = shownAttempt(kit, state)
  const former = shownAttempt(kit, before)
  const start = () => {
    if (shown) startAttempt(modal, shown).catch((error: unknown) => reportUnexpected(kit, error))
  }
  const isEntered =
    currentRoute(state.view) !== currentRoute(before.view) ||
    !isSameTarget(shown, former) ||
    shown?.startsByItself !== former?.startsByItself
  if (!isEntered) {
    const { end } = attemptAt(state.connection.attempts, shown) ?? {}
    const isUnreached = end?.status === 'failed' && unreached.includes(end.code)
    if (isBack && shown?.needsNetwork && isUnreached) start()
    return
  }
  for (const attemptId of leftAttempts(kit.store.getState().connection, { former, shown }))
    dispatchEvent(kit, { type: 'failed', attemptId })
  if (shown?.startsByItself) start()
  // A failure of an earlier visit is no answer to this one.
  else if (shown) dispatchEvent(kit, { type: 'dismissed', slot: shown.kind })
}

/** The codes of errors for want of a network. */
const unreached: readonly string[] = ['relay_unreachable', 'offline', 'chunk_load']

/** Returns the attempts that run at a view's target and aren't shown by another one. */
function leftAttempts(
  { attempts, pending, connections }: Pick<ConnectionState, 'attempts' | 'pending' | 'connections'>,
  { former, shown }: { readonly former: ShownAttempt | undefined; readonly shown: ShownAttempt | undefined },
): readonly AttemptId[] {
  const connecting = Object.values(pending).flatMap(({ kind, id, connectorId }) =>
    kind === 'connect' && connectorId !== undefined
      ? [{ id, aim: attemptById(attempts, id) ?? { kind, connectorId } }]
      : [],
  )
  const { switch: aim } = attempts
  // The wallet emits the new network before it answers; then the view has done its work, and the answer is on its way.
  const isThere = Object.values(connections).some(
    ({ networks }) => aim && Object.values(networks).includes(aim.networkId),
  )
  const switching = aim && isRunning(aim) && !isThere ? [{ id: aim.id, aim }] : []
  return [...connecting, ...switching].flatMap(({ id, aim }) =>
    isAt(aim, former) && !isShownBy(aim, shown) ? [id] : [],
  )
}
