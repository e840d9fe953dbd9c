import type { Family } from '../chain/ids.js'
import type { NonEmpty } from '../connector/connector.js'
import type { WalletPlatform } from '../connector/listedWallet.js'
import type { ViewName, ViewParams } from './viewParams.js'

/** Which way a view comes in [S2.21]. */
export type Direction = 'next' | 'prev'

export interface ViewState {
  readonly open: boolean
  /** Oldest first; the last is shown [S2.22]. */
  readonly history: NonEmpty<Route>
  readonly direction: Direction
  /** A refused closing shows as a shake [S4.20]; the number distinguishes one shake from the next. */
  readonly shakes: number
  /** The way to the wallet that the visitor chose in the shown view. */
  readonly platform?: WalletPlatform | undefined
  /** Something that the visitor must wait for is under way [S4.20]. */
  readonly loading: boolean
}

/** The modal as it is before it was ever opened. */
export const closedView: ViewState = {
  open: false,
  history: [{ view: 'Connect' }],
  direction: 'next',
  shakes: 0,
  loading: false,
}

/** One view with its parameters: an entry of the router's history. */
export type Route<Name extends ViewName = ViewName> = {
  [Each in Name]: { readonly view: Each } & ViewParams[Each]
}[Name]

/** Opens a view by its name, with what it needs; or whichever fits, for one chain family [S2.15]. */
export type OpenRequest = (Route | { readonly view?: undefined }) & { readonly family?: Family | undefined }

/** The view that an opening asks for; undefined where it asks for whichever fits. */
export function requestedRoute({ family: _, ...route }: OpenRequest): Route | undefined {
  return route.view === undefined ? undefined : route
}

/** The view that is shown. */
export function currentRoute({ history }: Pick<ViewState, 'history'>): Route {
  return history[history.length - 1] ?? history[0]
}

/** The reason to close: the visitor's button, a press outside or the Escape key; or the host's code, by force where nothing may hold it. */
export type CloseReason = 'close-button' | 'backdrop' | 'escape' | 'host' | 'force'

export type ViewEvent =
  | { readonly type: 'opened'; readonly route: Route }
  | { readonly type: 'pushed'; readonly route: Route }
  | { readonly type: 'replaced'; readonly route: Route }
  | { readonly type: 'reset'; readonly route: Route; readonly over?: Route | undefined }
  /** Past those views that `past` says; where it doesn't say, past the shown one. */
  | { readonly type: 'wentBack'; readonly past?: ((route: Route) => boolean) | undefined }
  | { readonly type: 'closed' }
  | { readonly type: 'refusedToClose' }
  | { readonly type: 'platformChosen'; readonly platform: WalletPlatform }
  | { readonly type: 'loading'; readonly loading: boolean }
