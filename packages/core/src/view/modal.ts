import type { Family } from '../chain/ids.js'
import type { ResolvedOptions } from '../config/options.js'
import type { FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/browser.js'
import { isConnected, isUnsupported } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { requestedRoute } from './requestedRoute.js'
import { type CloseReason, currentRoute, type Route, type ViewState } from './viewState.js'

/** How long a refused closing shakes [S9.32]. */
export const shakeMs = 500
/** How long a snackbar stays away before the next one shows [S9.31]. */
export const snackbarGapMs = 150
/** How long a snackbar stays. */
export const snackbarStayMs = 2_500
/** How long after the modal has opened an alert shows [S9.33]. */
export const alertDelayMs = 300

/** What opens the modal and closes it. Walking through its views comes with them: see `navigate.ts`. */
export function createModalControls({ options, store, update, adapters }: FoyerContext): Pick<Foyer, 'open' | 'close'> {
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
        route: currentRoute(state.view),
        reason,
        connected: isConnected(state),
        embedded: options.enableEmbedded,
        mustSignIn: state.mustSignIn,
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

export interface OpeningFacts {
  /** The view that the host asked for. */
  readonly requested?: Route | undefined
  readonly connected: boolean
  /** The host handles pairing itself. */
  readonly manualPairing: boolean | undefined
  readonly hasAdapters: boolean
  /** A phone or tablet. */
  readonly mobile: boolean
}

/** Which view opening shows [S2.11–S2.14]. */
export function openingRoute({ requested, connected, manualPairing, hasAdapters, mobile }: OpeningFacts): Route {
  if (manualPairing || (!hasAdapters && !connected))
    return { view: mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  if (requested) return requested
  return { view: connected ? 'Account' : 'Connect' }
}

export type ClosingDecision = 'close' | 'shake' | { readonly goTo: Route }

export interface ClosingFacts {
  readonly route: Route
  readonly reason: CloseReason
  readonly connected: boolean
  /** The modal stands in the page instead of above it. */
  readonly embedded: boolean | undefined
  readonly mustSignIn: boolean
}

/** Is there no way out for a visitor but those of the view? Then there is nothing to close it by either. */
export const isHeld = ({ route, mustSignIn }: Pick<ClosingFacts, 'route' | 'mustSignIn'>): boolean =>
  route.view === 'UnsupportedChain' ? !route.reason : mustSignIn && isSigningIn(route)

/**
 * What a wish to close comes to: UnsupportedChain, and a sign-in that is required [S2.18], only shake for a visitor; an embedded modal goes home
 * instead [S2.17].
 */
export function closingDecision({ route, reason, connected, embedded, mustSignIn }: ClosingFacts): ClosingDecision {
  if (reason !== 'host' && isHeld({ route, mustSignIn })) return 'shake'
  if (embedded) return { goTo: { view: connected ? 'Account' : 'Connect' } }
  return 'close'
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

export const isSigningIn = ({ view }: Route): boolean => /^SIWX|Siwe$/.test(view)

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

/** Is the wallet where the dapp isn't, and may and must the visitor leave [S4.7 S4.8]? */
export function isStranded(
  state: FoyerState,
  {
    enableNetworkSwitch,
    allowUnsupportedChain,
  }: Pick<ResolvedOptions, 'enableNetworkSwitch' | 'allowUnsupportedChain'>,
  family?: Family | undefined,
): boolean {
  return enableNetworkSwitch && !allowUnsupportedChain && isUnsupported(state, family)
}
