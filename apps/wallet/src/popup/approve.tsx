import { mount } from '../views/mount.js'
import { ApprovePage } from './ApprovePage.js'

/** The window in which a frame's request is approved. */
export function start({ place }: { readonly place: HTMLElement }): void {
  mount(place, <ApprovePage window={window} />)
}
