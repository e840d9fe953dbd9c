import { openBrowser } from '../login/openBrowser.js'
import { mount } from '../views/mount.js'
import { DevicesPage } from './DevicesPage.js'

/** The page on which a browser that the keeper knows lets another device in. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  mount(place, <DevicesPage servers={(await openBrowser()).servers} />)
}
