import type { Approvals } from '../approval/approvals.js'
import { newAddress } from '../exchange/letters.js'
import { type AskingWindow, expectWindow, openWindow } from '../exchange/windowLine.js'
import type { AskingDevice } from '../servers/device.js'
import { createStore, type Store } from '../store.js'
import { createAskingApart } from './askingApart.js'
import type { FrameState } from './handlers.js'
import type { OwnWindow } from './ownWindow.js'
import type { VisitStorage } from './visitStorage.js'
import { createWindowQueue } from './windowQueue.js'

/** Where the requests of a frame are shown in a window of the wallet's own, or how they could be. */
export interface ApprovalWindowState {
  /**
   * `open`: it shows what waits. `apart`: none came, or none that can be reached: what waits lies at the login server for it. `visit`: none can be had, and the whole tab can go
   * to the wallet's page; `preparing`: that is being made ready.
   */
  readonly status: 'none' | 'open' | 'apart' | 'preparing' | 'visit'
  /** The number of the request that is asked there. */
  readonly asks: number | undefined
}

/** The one window of a frame's requests: they are shown in it one after another, and each is approved by its number, as it was described last. */
export interface ApprovalWindow {
  readonly state: Pick<Store<ApprovalWindowState>, 'get' | 'subscribe'>
  /** In a press: opens it, or brings the one that is open to the front. */
  open(): void
  /** In a press: leaves the page around for the wallet's, where what waits is asked. */
  visit(): void
  /** The page around has opened it for the request that it makes. */
  expect(nonce: string): void
  /** Counts the requests that are being made: a window that none of them needs is closed. @returns to be called once it is answered */
  begin(): () => void
}

export interface ApprovalWindowParameters {
  readonly window: AskingWindow & VisitingWindow
  readonly frame: Pick<Store<FrameState>, 'get' | 'subscribe'>
  readonly approvals: Pick<Approvals, 'approve' | 'limit' | 'reject' | 'fail'>
  readonly ownWindow: OwnWindow | undefined
  readonly asking: Pick<AskingDevice, 'servers' | 'session'>
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** As much of the frame's window as a visit needs. */
interface VisitingWindow extends VisitStorage {
  readonly top: { location: string | Location } | null
  readonly navigator?: Pick<Navigator, 'userAgent'> | undefined
}

/** Embedded browsers, which open no window whatever they answer: Android's says so, and that of iOS is no Safari. */
const hasNoWindows = (userAgent: string): boolean =>
  userAgent.includes('; wv)') || (/iPhone|iPad/.test(userAgent) && !userAgent.includes('Safari/'))

export function createApprovalWindow(parameters: ApprovalWindowParameters): ApprovalWindow {
  const { window, frame } = parameters
  const state = createStore<ApprovalWindowState>({ status: 'none', asks: undefined })
  const queue = createWindowQueue({ ...parameters, state })
  const apart = createAskingApart({ ...parameters, state, queue })
  const { onSaid, onLeft } = queue
  let isOwn = false
  let making = 0
  const mayOpen = () => !hasNoWindows(window.navigator?.userAgent ?? '')
  const follow = () => {
    // One that was told nothing yet waits for the request that it was opened for.
    if (queue.isTold() || queue.current()) queue.tell()
    apart.follow()
  }
  frame.subscribe(follow)
  return {
    state,
    open() {
      if (isOwn && queue.there()?.focus()) return
      const address = newAddress({ hasKey: parameters.ownWindow === undefined })
      const opened = mayOpen() ? openWindow({ window, path: '/approve', address, onSaid, onLeft }) : undefined
      if (!opened && queue.there()) return
      queue.end()
      if (!opened) return apart.refused(address, mayOpen())
      apart.forget()
      queue.show(opened)
      isOwn = true
      queue.tell()
    },
    visit: apart.visit,
    expect(nonce) {
      if (queue.there()) return // what waits is shown there
      queue.end()
      queue.show(expectWindow({ window, nonce, onSaid, onLeft }))
      isOwn = false
      follow()
    },
    begin() {
      making += 1
      return () => {
        making -= 1
        if (queue.isTold() || making === 0) queue.tell()
      }
    },
  }
}
