import { encodeBytes } from '@foyer/custody/bytes'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { OwnWindow } from '../ownWord/OwnWindow.js'
import { openBrowser } from '../servers/openBrowser.js'
import { mount } from '../views/mount.js'
import { ConfirmPage } from './ConfirmPage.js'

/** The keeper's page. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const { hash, pathname } = window.location
  const [link = ''] = hash.slice(1).split('.')
  // Another mail's link that is opened in this tab changes the fragment alone: the page is then read anew for it.
  window.addEventListener('hashchange', () => window.location.reload())
  // The secret leaves the address at once: what is copied or bookmarked from here opens nothing.
  window.history.replaceState(null, '', pathname)
  const { servers, keys } = await openBrowser()
  const browser = encodeBytes(await exportPublicKey(keys().publicKey))
  mount(
    place,
    <OwnWindow window={window}>
      <ConfirmPage servers={servers} link={link} browser={browser} />
    </OwnWindow>,
  )
}
