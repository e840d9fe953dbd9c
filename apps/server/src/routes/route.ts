import { type Call as CallOn, RoutedCall, type Route as RouteOn, routeAs } from '@foyer/service/route/routeOn'
import type { Project } from '../projects/project.js'
import type { Services } from '../services.js'
import { projectOf } from './admission.js'

/** Everything that a handler of the API gets beside the parts that its operation takes. */
export interface Call extends CallOn<Services> {
  /** The project that asks; only of an operation whose access is `project`. */
  readonly project: Project
}

export type Route = RouteOn<Services>

/** A getter, since only some operations have a project. */
class AskedOfProject extends RoutedCall<Services> implements Call {
  get project(): Project {
    return projectOf(this.c)
  }
}

/**
 * Says a call of the API once: who may ask, what it takes, what it answers, and how.
 * @example
 * route(
 *   { ...historyCall, group: 'Accounts', access: 'project', cost: 10, summary: 'Lists what an account did.' },
 *   ({ services, params: { address }, query, client, signal }) => services.history.of({ address, ...query, client, signal }),
 * )
 */
export const route = routeAs<Services, Call>(AskedOfProject)
