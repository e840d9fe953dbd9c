import { chooseLanguage, speakTo } from '../messages/say.js'
import type { WalletSettings } from '../settings.js'
import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { createRunTask } from '../vault/runTask.js'
import { createWorkerStarter } from '../vault/startWorker.js'
import { type OpenedFrame, openFrame } from './openFrame.js'

/** The wallet's frame. Without an origin that may frame it, nothing is begun. */
export async function start({
  place,
  settings,
}: {
  readonly place: HTMLElement
  readonly settings: WalletSettings
}): Promise<void> {
  const { parent } = settings
  if (parent === null || window.parent === window) return
  // Mails are written in it before anything is drawn.
  chooseLanguage(window)
  const report = (error: unknown) => console.warn(error)
  const store = await openDeviceStore({ database: createDeviceDatabase(window, parent), report })
  const frame = openFrame({
    settings: { ...settings, parent },
    window,
    store,
    run: createRunTask(createWorkerStarter(window)),
    fetch: window.fetch.bind(window),
    now: Date.now,
    report,
  })
  drawWhenNeeded({ place, frame, report })
}

/** How long it takes until what didn't come is asked for again, in milliseconds. */
const againMs = 2_000

/** A frame that only says who is logged in draws nothing, and loads nothing to draw with. */
function drawWhenNeeded({
  place,
  frame,
  report,
}: {
  readonly place: HTMLElement
  readonly frame: OpenedFrame
  readonly report: (error: unknown) => void
}): void {
  const { state, approvals, approvalWindow, channel } = frame
  const draw = (): Promise<void> =>
    Promise.all([import('./drawFrame.js'), speakTo(window), approvalWindow.load()]).then(
      ([{ drawFrame }]) => drawFrame({ place, frame }),
      (error: unknown) => {
        report(error)
        // An application of this kit says that the wallet is opening, and lets the visitor leave; under another's an empty frame is shown already.
        if (channel.isOwn()) setTimeout(draw, againMs)
        else {
          approvals.rejectAll() // what can't be shown isn't left waiting; the next request tries again
          drawWhenNeeded({ place, frame, report })
        }
      },
    )
  const stop = state.subscribe(() => {
    if (!state.get().isDrawn) return
    stop()
    void draw()
  })
}
