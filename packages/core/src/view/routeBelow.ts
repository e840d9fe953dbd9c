import type { FoyerState } from '../state/state.js'
import { currentRoute, type Route } from '../state/viewState.js'
import { rulesOf, type ViewKit } from './views.js'

/** The shown view, or the one that it covers: a view is covered as long as something is asked of the visitor over it. */
export function routeBelow(kit: ViewKit, { view }: Pick<FoyerState, 'view'>): Route {
  const [below = currentRoute(view)] = view.history.filter((route) => !rulesOf(kit, route)?.covers).slice(-1)
  return below
}
