import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/browser.js'
import { isConnected } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { type CloseReason, type Route, requestedRoute, type ViewState } from '../state/viewState.js'
import { homeRoute, isStranded, openingRoute } from './connecting.js'
import { type Held, isHeld } from './views.js'

/** The duration of the shake of a refused closing [S9.32]. */
export const shakeMs = 500
/** The pause between two snackbars [S9.31]. */
export const snackbarGapMs = 150
/** The duration of a snackbar. */
export const snackbarStayMs = 2_500
/** The delay of an alert after the modal has opened [S9.33]. */
export const alertDelayMs = 300

/** Creates the controls that open the modal and close it. Walking through its views comes with them: see `navigate.ts`. */
export function createModalControls(kit: FoyerContext): Pick<Foyer, 'open' | 'close'> {
  const { options, store, update, adapters } = kit
  return {
    open(request = {}) {
      const { family } = request
      update((state) => {
        const connected = state.connection.active[family ?? state.family] !== undefined
        const route = openingRoute({
          requested:
            requestedRoute(request) ?? (isStranded(state, options, family) ? { view: 'UnsupportedChain' } : undefined),
          connected,
          manualPairing: options.manualWCControl,
          hasAdapters: adapters.size > 0,
          mobile: isMobile(),
        })
        return {
          ...withView(state, opened(state.view, route)),
          connectorFilter: family,
          ...(family && connected ? { family } : {}),
        }
      })
    },
    close(reason = 'host') {
      const state = store.getState()
      const decision = closingDecision({
        reason,
        isHeld: isHeld(kit, state),
        connected: isConnected(state),
        embedded: options.enableEmbedded,
      })
      const change = (view: ViewState) => {
        if (decision === 'close') return closed(view)
        if (decision === 'shake') return shaken(view)
        // An embedded modal doesn't go away: it shows where it began.
        return { ...view, history: [decision.goTo], direction: 'prev' } as const
      }
      update((now) => withView(now, change(now.view)))
    },
  }
}

export type ClosingDecision = 'close' | 'shake' | { readonly goTo: Route }

export interface ClosingFacts {
  readonly reason: CloseReason
  /** The view has the only ways out. */
  readonly isHeld: Held
  readonly connected: boolean
  /** The modal stands in the page instead of above it. */
  readonly embedded: boolean | undefined
}

/** Decides what a wish to close comes to: a view that holds only shakes [S2.16 S2.18 S4.20]; an embedded modal goes home instead [S2.17]. */
export function closingDecision({ reason, isHeld, connected, embedded }: ClosingFacts): ClosingDecision {
  if (isHeld && reason !== 'force' && (reason !== 'host' || isHeld === 'byAll')) return 'shake'
  return embedded ? { goTo: homeRoute({ connected }) } : 'close'
}

/** The state with another view state: a snackbar ends with the modal that showed it, a chosen platform with its view. */
export function withView(state: FoyerState, view: ViewState): FoyerState {
  if (view === state.view) return state
  const isElsewhere = view.history !== state.view.history || !view.open
  return {
    ...state,
    view: isElsewhere && view.platform !== undefined ? { ...view, platform: undefined } : view,
    snackbar: view.open ? state.snackbar : undefined,
  }
}

// What opening and closing do to the modal's state: what changes nothing gives the very same state.

export const opened = (state: ViewState, route: Route): ViewState => ({
  ...state,
  open: true,
  history: [route],
  direction: 'next',
})

export const closed = (state: ViewState): ViewState =>
  state.open || state.loading ? { ...state, open: false, loading: false } : state

/** A closing that was refused [S4.20]. */
export const shaken = (state: ViewState): ViewState => ({ ...state, shakes: state.shakes + 1 })
