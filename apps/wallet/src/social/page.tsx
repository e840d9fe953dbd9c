import { OwnWindow } from '../ownWord/OwnWindow.js'
import { openBrowser } from '../servers/openBrowser.js'
import { mount } from '../views/mount.js'
import { SocialPage } from './SocialPage.js'
import { arrive } from './socialWindow.js'

/** The window of a login at a provider. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const arrival = arrive(window)
  const browser = await openBrowser()
  mount(
    place,
    <OwnWindow window={window}>
      <SocialPage arrival={arrival} parameters={{ window, ...browser }} />
    </OwnWindow>,
  )
}
