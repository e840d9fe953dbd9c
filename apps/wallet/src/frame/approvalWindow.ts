import { windowBlockedCode } from '@foyer/embedded/protocol'
import type { Approvals, WaitingApproval } from '../approval/approvals.js'
import { WalletError } from '../errors.js'
import type { FromFrame, FromWindow } from '../exchange/exchange.js'
import { askByLetter, newAddress, type WindowAddress } from '../exchange/letters.js'
import { type AskingWindow, addressOf, expectWindow, openWindow, type WindowLine } from '../exchange/windowLine.js'
import type { AskingDevice } from '../servers/device.js'
import { createStore, type Store } from '../store.js'
import type { FrameState } from './handlers.js'
import type { OwnWindow } from './openFrame.js'
import type { VisitStorage } from './visitStorage.js'
import { rememberVisit } from './visits.js'

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

export const windowBlocked = (cause?: unknown): WalletError =>
  new WalletError({ sentence: 'error.windowBlocked', rpcCode: windowBlockedCode, cause })

/** What was told last, and what is asked by it. */
interface Told {
  readonly id: number
  readonly changes: number
  readonly shown: WaitingApproval['shown']
  readonly more: number
}

export function createApprovalWindow(parameters: ApprovalWindowParameters): ApprovalWindow {
  const { window, frame, approvals, ownWindow, report } = parameters
  const state = createStore<ApprovalWindowState>({ status: 'none', asks: undefined })
  let line: WindowLine | undefined
  let isOwn = false
  let told: Told | undefined
  let making = 0
  let refusals = 0
  let letter: Letter | undefined
  /** It was ended before it came, and is told so; of several, the last alone. */
  let late: WindowLine | undefined

  const current = () => {
    const [first] = frame.get().approvals
    return first && first.payloads.length > 0 ? first : undefined
  }
  const mayOpen = () => !hasNoWindows(window.navigator?.userAgent ?? '')
  const leaveLine = () => {
    line = undefined
    told = undefined
    state.set({ status: 'none', asks: undefined })
  }
  const end = () => {
    line?.end()
    if (line) {
      late?.forget()
      late = line
    }
    leaveLine()
  }
  const decide = (approval: WaitingApproval, said: FromWindow): void => {
    const { id } = approval
    if (said.type === 'foyer-window-approved' && !ownWindow) approvals.approve(id, said.hashes)
    else if (said.type === 'foyer-window-signed') approvals.approve(id, said.hashes, said.signatures)
    else if (said.type === 'foyer-window-limited') approvals.limit(id, said.amount)
    else approvals.reject(id) // what isn't signed in the window can't be signed here
  }
  /** Whether what was decided is of the request that is asked, as it is described now. */
  const isOf = (approval: WaitingApproval, said: FromWindow) =>
    (!('id' in said) || said.id === approval.id) && (!('changes' in said) || said.changes === approval.changes)
  const onSaid = (said: FromWindow) => {
    if (said.type === 'foyer-window-session') return ownWindow?.loggedInAgain(said.ending)
    if (said.type === 'foyer-window-kept') return void ownWindow?.kept().catch(report)
    const approval = current()
    const isAsked = approval !== undefined && approval.id === told?.id
    if (said.type === 'foyer-window-closed') {
      end()
      if (isAsked) approvals.reject(approval.id)
      return
    }
    if (isAsked && isOf(approval, said)) decide(approval, said)
    else tell(true)
  }
  /** Tells the window what waits now. What it was told already isn't told again, unless it has answered something else. */
  const tell = (isAnew = false) => {
    const approval = current()
    if (!line) return
    if (!approval) return leaveWhenIdle()
    const { id, site, shown, changes, hashes } = approval
    const more = frame.get().approvals.length - 1
    if (!isAnew && told?.id === id && told.shown === shown && told.more === more && told.changes === changes) return
    const signing = told?.id === id ? undefined : ownWindow?.signing(approval)
    told = { id, changes, shown, more }
    const asked: FromFrame = { type: 'foyer-window-show', approval: { id, site, shown, changes, hashes }, more }
    line.tell(signing ? { ...asked, signing } : asked)
    state.set({ status: 'open', asks: id })
  }
  /** What was answered may be asked anew, with a limit or as it has changed; only then isn't there anything more to show. */
  const leaveWhenIdle = () => {
    const { answered, approvals: waiting } = frame.get()
    const isDoing = answered !== undefined && !answered.receipt
    if (waiting.length > 0 || !isDoing) end()
  }
  const onLeft = () => leaveLine()

  const follow = () => {
    // One that was told nothing yet waits for the request that it was opened for.
    if (told || current()) tell()
    letter?.follow(current())
  }
  frame.subscribe(follow)

  /** Where a window came that is kept apart from this frame, it finds what it asks in the letter; so does a visit. */
  const askApart = (address: WindowAddress, mayVisit: boolean) => {
    const approval = current()
    if (!approval) return
    letter?.stop()
    letter = createLetter({
      ...parameters,
      ...{ address, approval },
      onSaid(said) {
        forgetLetter()
        const now = current()
        if (now && isOf(now, said)) decide(now, said)
      },
      onAsked: () => mayVisit && state.set({ status: 'visit' }),
      onOver() {
        forgetLetter()
      },
      onFailed(error) {
        forgetLetter()
        if (mayVisit) approvals.fail(approval.id, windowBlocked(error))
        else report(error)
      },
    })
    state.set({ status: mayVisit ? 'preparing' : 'apart', asks: undefined })
  }
  const forgetLetter = () => {
    letter?.stop()
    letter = undefined
    refusals = 0
    if (!line) state.set({ status: 'none' })
  }
  /** What a window signs by itself is handed to none but a window that this frame has opened: without one there is no way. */
  const refused = (address: WindowAddress) => {
    refusals += 1
    const approval = current()
    const isLast = refusals > 1 || !mayOpen()
    if (!ownWindow) return askApart(address, isLast)
    state.set({ status: 'apart', asks: undefined })
    if (isLast && approval) approvals.fail(approval.id, windowBlocked())
  }
  return {
    state,
    open() {
      if (line?.isThere() && isOwn && line.focus()) return
      const address = newAddress({ hasKey: ownWindow === undefined })
      const opened = mayOpen() ? openWindow({ window, path: '/approve', address, onSaid, onLeft }) : undefined
      if (!opened && line?.isThere()) return
      end()
      if (!opened) return refused(address)
      forgetLetter()
      line = opened
      isOwn = true
      tell()
    },
    visit() {
      const approval = current()
      if (!letter || !approval || state.get().status !== 'visit') return
      const { address } = letter
      const forget = rememberVisit(window, { ...address, ...parameters, approval })
      try {
        if (!window.top) throw windowBlocked()
        const { origin } = window.location
        window.top.location = addressOf({ origin, path: '/approve', address, isVisit: true })
      } catch (error) {
        // A sandbox keeps the frame from leading away.
        forget()
        forgetLetter()
        approvals.fail(approval.id, windowBlocked(error))
      }
    },
    expect(nonce) {
      if (line?.isThere()) return // what waits is shown there
      end()
      line = expectWindow({ window, nonce, onSaid, onLeft })
      isOwn = false
      follow()
    },
    begin() {
      making += 1
      return () => {
        making -= 1
        if (told || making === 0) tell()
      }
    },
  }
}

interface Letter {
  readonly address: WindowAddress
  /** Ends it once what it asks waits no longer. */
  follow(waiting: WaitingApproval | undefined): void
  stop(): void
}

function createLetter({
  asking,
  address,
  approval,
  onSaid,
  onAsked,
  onOver,
  onFailed,
}: Pick<ApprovalWindowParameters, 'asking'> & {
  readonly address: WindowAddress
  readonly approval: WaitingApproval
  readonly onSaid: (said: FromWindow) => void
  readonly onAsked: () => void
  readonly onOver: () => void
  readonly onFailed: (error: unknown) => void
}): Letter {
  const { id, site, shown, changes, hashes } = approval
  const asked = { type: 'foyer-window-show', approval: { id, site, shown, changes, hashes }, more: 0 } as const
  const stop = askByLetter({ ...asking, address, asked, onSaid, onAsked, onFailed })
  return {
    address,
    stop,
    follow(waiting) {
      // Another description of it isn't the one that is read there.
      if (waiting?.id !== id || waiting.changes !== changes) onOver()
    },
  }
}
