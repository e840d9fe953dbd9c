import type { NonEmpty } from '../connector/connector.js'
import type { Route } from './params.js'

/** Which way a view comes in [S2.21]. */
export type Direction = 'next' | 'prev'

export interface ViewState {
  readonly open: boolean
  /** Oldest first; the last is shown [S2.22]. */
  readonly history: NonEmpty<Route>
  readonly direction: Direction
  /** A refused closing shows as a shake [S4.20]; the number tells one shake from the next. */
  readonly shakes: number
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
