import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { WalletPlatform } from '../wallets/listedWallet.js'
import { closed, isHeld, opened, shaken, withView } from './modal.js'
import { currentRoute, type Route, type ViewState } from './viewState.js'

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
  leave(foyer, { type: 'wentBack' })
}

/** The network was chosen: shows what stood before the choice. Where that was opened by itself, as by the network button, it has done its work and closes. */
export function leaveNetworks(foyer: Modal): void {
  leave(foyer, { type: 'networkChosen' })
}

function leave(foyer: Modal, event: ViewEvent): void {
  if (nextView(contextOf(foyer).store.getState().view, event).open) send(foyer, event)
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
  const { update } = contextOf(modal)
  update((state) => withView(state, nextView(state.view, event)))
}

export type ViewEvent =
  | { readonly type: 'opened'; readonly route: Route }
  | { readonly type: 'pushed'; readonly route: Route }
  | { readonly type: 'replaced'; readonly route: Route }
  | { readonly type: 'reset'; readonly route: Route; readonly over?: Route | undefined }
  | { readonly type: 'wentBack' }
  | { readonly type: 'networkChosen' }
  | { readonly type: 'closed' }
  | { readonly type: 'refusedToClose' }
  | { readonly type: 'platformChosen'; readonly platform: WalletPlatform }
  | { readonly type: 'loading'; readonly loading: boolean }

/**
 * Every rule of the router [S2.21 S2.22]. Pure: what changes nothing gives the very same state. What is pushed becomes an entry of its
 * own, which stays the same for as long as it's in the history: what is kept beside an entry is kept for one visit.
 */
export function nextView(state: ViewState, event: ViewEvent): ViewState {
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
    case 'wentBack':
      return backTo(state, state.history.slice(0, -1))
    case 'networkChosen': {
      const former = beforeNetworkChoice(state.history)
      return former.length < state.history.length ? backTo(state, former) : state
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

/** Does a route hold the visitor until the network is another one? */
export const isStuck = (route: Route): boolean => isHeld({ route, mustSignIn: false })

function beforeNetworkChoice(history: readonly Route[]): readonly Route[] {
  const view = history[history.length - 1]?.view
  return view === 'Networks' || view === 'SwitchNetwork' ? beforeNetworkChoice(history.slice(0, -1)) : history
}

function backTo(state: ViewState, [first, ...rest]: readonly Route[]): ViewState {
  if (!first || state.history.some(isStuck)) return closed(state)
  return { ...state, history: [first, ...rest], direction: 'prev' }
}

function sameRoute(a: Route, b: Route): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
