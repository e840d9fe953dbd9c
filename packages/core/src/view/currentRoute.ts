import type { Route } from './params.js'
import type { ViewState } from './viewState.js'

/** The view that is shown. */
export function currentRoute({ history }: Pick<ViewState, 'history'>): Route {
  return history[history.length - 1] ?? history[0]
}
