import type { OpenRequest } from '../foyer.js'
import type { Route } from './viewState.js'

/** The view that an opening asks for; undefined where it asks for whichever fits. */
export function requestedRoute({ family: _, ...route }: OpenRequest): Route | undefined {
  return route.view === undefined ? undefined : route
}
