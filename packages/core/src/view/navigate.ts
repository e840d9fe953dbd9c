import type { Foyer } from '../foyer.js'
import { nextView, type ViewEvent } from './nextView.js'
import type { Route } from './params.js'
import { withView } from './withView.js'

/** A kit, as far as its modal is concerned. */
type Modal = Pick<Foyer, 'context' | 'close'>

/** Shows another view on top of the present one [S2.22]. */
export function push(foyer: Modal, route: Route): void {
  send(foyer, { type: 'pushed', route })
}

/** Shows another view in the place of the present one [S2.22]. */
export function replace(foyer: Modal, route: Route): void {
  send(foyer, { type: 'replaced', route })
}

/** Shows a view with nothing before it [S2.22]. */
export function reset(foyer: Modal, route: Route): void {
  send(foyer, { type: 'reset', route })
}

/** Shows the view before [S2.22]. Where there is none, going back is closing, and so goes home where the modal stands in the page. */
export function goBack(foyer: Modal): void {
  const event: ViewEvent = { type: 'wentBack' }
  if (nextView(foyer.context.store.getState().view, event).open) send(foyer, event)
  else foyer.close()
}

/** Tells that something is under way that the visitor must wait for, or that it is over [S4.20]. */
export function setLoading(foyer: Modal, loading: boolean): void {
  send(foyer, { type: 'loading', loading })
}

function send({ context: { update } }: Modal, event: ViewEvent): void {
  update((state) => withView(state, nextView(state.view, event)))
}
