import { createStore } from '../store.js'
import type { ApprovalWindow, ApprovalWindowState } from './approvalWindow.js'

/** A frame's window whose code comes with the first request: a frame that only says who is logged in loads none of it. */
export interface LateApprovalWindow extends ApprovalWindow {
  /** Before it is drawn, since what is drawn opens it in a press, in which nothing can be waited for. */
  load(): Promise<void>
}

/** @param load - again where it didn't come */
export function createLateApprovalWindow({
  load,
  report,
}: {
  readonly load: () => Promise<ApprovalWindow>
  readonly report: (error: unknown) => void
}): LateApprovalWindow {
  const state = createStore<ApprovalWindowState>({ status: 'none', asks: undefined })
  let loaded: ApprovalWindow | undefined
  const once = async (): Promise<ApprovalWindow> => {
    const window = await load()
    if (loaded === undefined) {
      loaded = window
      window.state.subscribe(() => state.set(window.state.get()))
    }
    return loaded
  }
  return {
    state,
    load: async () => void (await once()),
    open: () => loaded?.open(),
    visit: () => loaded?.visit(),
    expect: (nonce) => void once().then((window) => window.expect(nonce), report),
    begin() {
      const begun = once().then((window) => window.begin())
      // Without its code nothing was opened that could wait.
      return () => void begun.then((answered) => answered(), report)
    },
  }
}
