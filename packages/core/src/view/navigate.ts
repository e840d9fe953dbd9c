import type { WalletPlatform } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../state/state.js'
import { currentRoute, type Route, type ViewEvent, type ViewState } from '../state/viewState.js'
import { closed, opened, shaken, withView } from './modal.js'
import { type Held, isHeld } from './views.js'

/** A kit, as far as its modal is concerned. */
type Modal = Pick<Foyer, 'close'>

/** Shows another view on top of the present one [S2.22]. */
export function push(foyer: Modal, route: Route): void {
  send(foyer, { type: 'pushed', route })
}

/** Shows another view in the place of the present one [S2.22]. */
export function replace(foyer: Modal, route: Route): void {
  send(foyer, { type: 'replaced', route })
}

/** Shows a view with nothing before it, or under another that leads back to it [S2.22]. */
export function reset(foyer: Modal, route: Route, over?: Route): void {
  send(foyer, { type: 'reset', route, over })
}

/** Shows the view before [S2.22]. Where there is none, going back is closing, and so goes home where the modal stands in the page. */
export function goBack(foyer: Modal): void {
  navigate(foyer, { type: 'wentBack' })
}

/** Takes the router on; where that leaves nothing to show, the modal is closed, and so an embedded one goes home. */
export function navigate(foyer: Modal, event: ViewEvent): void {
  if (followed(foyer, event).open) send(foyer, event)
  else foyer.close()
}

/** Chooses the way to the wallet of the shown view: what waits for it starts, what another way waited for is cancelled. */
export function choosePlatform(foyer: Modal, platform: WalletPlatform): void {
  send(foyer, { type: 'platformChosen', platform })
}

/** Sets whether something is under way that the visitor must wait for [S4.20]. */
export function setLoading(foyer: Modal, loading: boolean): void {
  send(foyer, { type: 'loading', loading })
}

function send(modal: Modal, event: ViewEvent): void {
  contextOf(modal).update((state) => withView(state, followed(modal, event, state)))
}

function followed(modal: Modal, event: ViewEvent, state: FoyerState = contextOf(modal).store.getState()): ViewState {
  return nextView(state.view, event, (route) => isHeld(contextOf(modal), state, route))
}

/**
 * Every rule of the router [S2.21 S2.22]. Pure: what changes nothing gives the very same state. What is pushed becomes an entry of its
 * own, which stays the same for as long as it's in the history: what is kept beside an entry is kept for one visit.
 */
export function nextView(state: ViewState, event: ViewEvent, isHeld: (route: Route) => Held = () => false): ViewState {
  switch (event.type) {
    case 'opened':
      return opened(state, event.route)
    case 'pushed': {
      if (sameRoute(currentRoute(state), event.route)) return state
      const [first, ...rest] = state.history
      return { ...state, history: [first, ...rest, { ...event.route }], direction: 'next' }
    }
    case 'replaced': {
      if (sameRoute(currentRoute(state), event.route)) return state
      const [first, ...rest] = [...state.history.slice(0, -1), event.route]
      return { ...state, history: [first ?? event.route, ...rest], direction: 'next' }
    }
    case 'reset':
      if (event.over) return { ...state, history: [event.route, event.over], direction: 'next' }
      if (state.history.length === 1 && sameRoute(state.history[0], event.route)) return state
      return { ...state, history: [event.route], direction: state.history.length > 1 ? 'prev' : 'next' }
    case 'wentBack': {
      const { past } = event
      const kept = past ? state.history.map((route) => past(route)).lastIndexOf(false) + 1 : state.history.length - 1
      if (kept === state.history.length) return state
      const [first, ...rest] = state.history.slice(0, kept)
      // One that holds the visitor is no place to come back to.
      return !first || state.history.some(isHeld)
        ? closed(state)
        : { ...state, history: [first, ...rest], direction: 'prev' }
    }
    case 'closed':
      return closed(state)
    case 'refusedToClose':
      return shaken(state)
    case 'platformChosen':
      return state.platform === event.platform ? state : { ...state, platform: event.platform }
    case 'loading':
      return state.loading === event.loading ? state : { ...state, loading: event.loading }
  }
}

function sameRoute(a: Route, b: Route): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
