import { createOpenDoor } from '../doors/openDoor.js'
import { OwnWindow } from '../ownWord/OwnWindow.js'
import { openBrowser } from '../servers/openBrowser.js'
import { mount } from '../views/mount.js'
import { ContinuePage } from './ContinuePage.js'
import { joinFrame } from './joinFrame.js'

/** The window in which a wallet is opened for the frame of another site. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const frame = joinFrame(window)
  const { servers } = await openBrowser()
  const openDoor = createOpenDoor({ servers, passkeys: navigator.credentials })
  mount(
    place,
    <OwnWindow window={window}>
      <ContinuePage window={window} frame={frame} servers={servers} openDoor={openDoor} />
    </OwnWindow>,
  )
}
