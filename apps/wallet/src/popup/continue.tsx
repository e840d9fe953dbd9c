import { createOpenBy } from '../doors/openBy.js'
import { passkeysOf } from '../doors/passkey.js'
import { OwnWindow } from '../ownWord/OwnWindow.js'
import { openBrowser } from '../servers/openBrowser.js'
import { mount } from '../views/mount.js'
import { ContinuePage } from './ContinuePage.js'
import { joinFrame } from './joinFrame.js'

/** The window in which a wallet is opened for the frame of another site. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const frame = joinFrame(window)
  const { servers } = await openBrowser()
  const openBy = createOpenBy({ servers, passkeys: passkeysOf(window) })
  mount(
    place,
    <OwnWindow window={window}>
      <ContinuePage window={window} frame={frame} servers={servers} openBy={openBy} />
    </OwnWindow>,
  )
}
