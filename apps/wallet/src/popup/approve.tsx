import { passkeysOf } from '../doors/passkey.js'
import { lettersAt } from '../exchange/letters.js'
import { openBrowser } from '../servers/openBrowser.js'
import type { WalletSettings } from '../settings.js'
import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { createRunTask } from '../vault/runTask.js'
import { createWorkerStarter } from '../vault/startWorker.js'
import { mount } from '../views/mount.js'
import { ApproveWindow } from './ApprovePage.js'
import { joinFrame } from './joinFrame.js'
import { openOwnWallet } from './ownWallet.js'
import type { OpenWallet } from './SignHere.js'

/** The window in which a frame's request is approved, and signed where the browser keeps nothing for the frame. */
export function start({ place, settings }: { readonly place: HTMLElement; readonly settings: WalletSettings }): void {
  const run = createRunTask(createWorkerStarter(window))
  const openWallet: OpenWallet = (asked) =>
    openOwnWallet({
      ...asked,
      keeperKeys: settings.keeperKeys,
      databaseOf: (site) => createDeviceDatabase(window, site),
      run,
      passkeys: passkeysOf(window),
      fetch: window.fetch.bind(window),
      now: Date.now,
      report: (error) => console.warn(error),
    })
  const frame = joinFrame(window, (address) =>
    lettersAt(
      openBrowser().then(({ servers }) => servers),
      address,
    ),
  )
  mount(place, <ApproveWindow word={window} frame={frame} openWallet={openWallet} />)
}
