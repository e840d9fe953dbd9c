import type { Route } from './params.js'
import type { ViewState } from './viewState.js'

// What opening and closing do to the modal. The doors of the first load and the router that comes later use the same,
// and what changes nothing gives the very same state.

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
