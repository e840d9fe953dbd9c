import { openBrowser } from '../login/openBrowser.js'
import { mount } from '../views/mount.js'
import { ContinuePage } from './ContinuePage.js'
import { joinFrame } from './joinFrame.js'

/** The window in which a known browser continues at another site. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const frame = joinFrame(window)
  const { servers } = await openBrowser()
  mount(place, <ContinuePage window={window} frame={frame} servers={servers} />)
}
