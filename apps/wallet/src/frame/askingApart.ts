import { windowBlockedCode } from '@foyer/embedded/protocol'
import type { WaitingApproval } from '../approval/approvals.js'
import { WalletError } from '../errors.js'
import type { FromWindow } from '../exchange/exchange.js'
import { askByLetter, type WindowAddress } from '../exchange/letters.js'
import { addressOf } from '../exchange/windowLine.js'
import type { Store } from '../store.js'
import type { ApprovalWindowParameters, ApprovalWindowState } from './approvalWindow.js'
import { rememberVisit } from './visits.js'
import { askedOf, decide, isOf, type WindowQueue } from './windowQueue.js'

/** Asks where no window can be reached: by letter, in a window that is kept apart from this frame or by a visit of the whole tab. */
export interface AskingApart {
  /** No window came that can be reached. */
  refused(address: WindowAddress, mayOpen: boolean): void
  /** In a press: leaves the page around for the wallet's. */
  visit(): void
  /** Ends the letter once what it asks waits no longer. */
  follow(): void
  /** Asks by letter no longer. */
  forget(): void
}

export const windowBlocked = (cause?: unknown): WalletError =>
  new WalletError({ sentence: 'error.windowBlocked', rpcCode: windowBlockedCode, cause })

export interface AskingApartParameters extends ApprovalWindowParameters {
  readonly state: Store<ApprovalWindowState>
  readonly queue: WindowQueue
}

export function createAskingApart(parameters: AskingApartParameters): AskingApart {
  const { window, approvals, ownWindow, report, state, queue } = parameters
  let refusals = 0
  let letter: Letter | undefined
  const forget = () => {
    letter?.stop()
    letter = undefined
    refusals = 0
    if (!queue.hasLine()) state.set({ status: 'none' })
  }
  /** Where a window came that is kept apart from this frame, it finds what it asks in the letter; so does a visit. */
  const ask = (address: WindowAddress, mayVisit: boolean) => {
    const approval = queue.current()
    if (!approval) return
    letter?.stop()
    letter = createLetter({
      ...parameters,
      ...{ address, approval, onOver: forget },
      onSaid(said) {
        forget()
        const now = queue.current()
        if (now && isOf(now, said)) decide(parameters, now, said)
      },
      onAsked: () => mayVisit && state.set({ status: 'visit' }),
      onFailed(error) {
        forget()
        if (mayVisit) approvals.fail(approval.id, windowBlocked(error))
        else report(error)
      },
    })
    state.set({ status: mayVisit ? 'preparing' : 'apart', asks: undefined })
  }
  return {
    forget,
    follow: () => letter?.follow(queue.current()),
    /** What a window signs by itself is handed to none but a window that this frame has opened: without one there is no way. */
    refused(address, mayOpen) {
      refusals += 1
      const approval = queue.current()
      const isLast = refusals > 1 || !mayOpen
      if (!ownWindow) return ask(address, isLast)
      state.set({ status: 'apart', asks: undefined })
      if (isLast && approval) approvals.fail(approval.id, windowBlocked())
    },
    visit() {
      const approval = queue.current()
      if (!letter || !approval || state.get().status !== 'visit') return
      const { address } = letter
      let forgetVisit = () => {}
      try {
        forgetVisit = rememberVisit(window, { ...address, ...parameters, approval })
        if (!window.top) throw windowBlocked()
        const { origin } = window.location
        window.top.location = addressOf({ origin, path: '/approve', address, isVisit: true })
      } catch (error) {
        // A sandbox keeps the frame from leading away, or the browser keeps nothing for it.
        forgetVisit()
        forget()
        approvals.fail(approval.id, windowBlocked(error))
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
  const { id, changes } = approval
  const stop = askByLetter({ ...asking, address, asked: askedOf(approval, 0), onSaid, onAsked, onFailed })
  return {
    address,
    stop,
    follow(waiting) {
      // Another description of it isn't the one that is read there.
      if (waiting?.id !== id || waiting.changes !== changes) onOver()
    },
  }
}
