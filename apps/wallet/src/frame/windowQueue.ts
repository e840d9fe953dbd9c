import type { WaitingApproval } from '../approval/approvals.js'
import type { FromFrame, FromWindow } from '../exchange/exchange.js'
import type { WindowLine } from '../exchange/windowLine.js'
import type { Store } from '../store.js'
import type { ApprovalWindowParameters, ApprovalWindowState } from './approvalWindow.js'

/** What was told last, and what is asked by it. */
interface Told {
  readonly id: number
  readonly changes: number
  readonly shown: WaitingApproval['shown']
  readonly more: number
}

/** The requests that wait, as one window is told of them one after the other, and what it says of each. */
export interface WindowQueue {
  /** The request that is asked next, where it signs something. */
  current(): WaitingApproval | undefined
  /** Has what waits be shown in another window, and in no window that was there before. */
  show(line: WindowLine): void
  /** Ends the window that is there: what it showed waits on. */
  end(): void
  /** The line of the window, once it has greeted. */
  there(): WindowLine | undefined
  hasLine(): boolean
  /** Tells the window what waits now. What it was told already isn't told again, unless it has answered something else. */
  tell(isAnew?: boolean): void
  isTold(): boolean
  readonly onSaid: (said: FromWindow) => void
  readonly onLeft: () => void
}

export interface WindowQueueParameters
  extends Pick<ApprovalWindowParameters, 'frame' | 'approvals' | 'ownWindow' | 'report'> {
  readonly state: Store<ApprovalWindowState>
}

export function createWindowQueue(parameters: WindowQueueParameters): WindowQueue {
  const { frame, approvals, ownWindow, state } = parameters
  let line: WindowLine | undefined
  let told: Told | undefined
  /** It was ended before it came, and is told so; of several, the last alone. */
  let late: WindowLine | undefined
  const current = () => {
    const [first] = frame.get().approvals
    return first && first.payloads.length > 0 ? first : undefined
  }
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
  const tell = (isAnew = false) => {
    const approval = current()
    if (!line) return
    if (!approval) return isIdle(parameters) ? end() : undefined
    const { id, shown, changes } = approval
    const more = frame.get().approvals.length - 1
    if (!isAnew && told?.id === id && told.shown === shown && told.more === more && told.changes === changes) return
    const signing = told?.id === id ? undefined : ownWindow?.signing(approval)
    told = { id, changes, shown, more }
    const asked = askedOf(approval, more)
    line.tell(signing ? { ...asked, signing } : asked)
    state.set({ status: 'open', asks: id })
  }
  const onSaid = (said: FromWindow) => {
    if (isOfSession(parameters, said)) return
    const approval = current()
    const isAsked = approval !== undefined && approval.id === told?.id
    if (said.type === 'foyer-window-closed') {
      end()
      if (isAsked) approvals.reject(approval.id)
    } else if (isAsked && isOf(approval, said)) decide(parameters, approval, said)
    else tell(true)
  }
  return {
    ...{ current, end, tell, onSaid, onLeft: leaveLine },
    show(next) {
      line = next
    },
    there: () => (line?.isThere() ? line : undefined),
    hasLine: () => line !== undefined,
    isTold: () => told !== undefined,
  }
}

/** What a window is told of a request. */
export const askedOf = (
  { id, site, shown, changes, hashes }: WaitingApproval,
  more: number,
): Extract<FromFrame, { readonly type: 'foyer-window-show' }> => ({
  type: 'foyer-window-show',
  approval: { id, site, shown, changes, hashes },
  more,
})

/** Whether what was decided is of the request that is asked, as it is described now. */
export const isOf = (approval: WaitingApproval, said: FromWindow): boolean =>
  (!('id' in said) || said.id === approval.id) && (!('changes' in said) || said.changes === approval.changes)

/** Carries out what a window has decided of a request. */
export function decide(
  { approvals, ownWindow }: Pick<WindowQueueParameters, 'approvals' | 'ownWindow'>,
  { id }: WaitingApproval,
  said: FromWindow,
): void {
  if (said.type === 'foyer-window-approved' && !ownWindow) approvals.approve(id, said.hashes)
  else if (said.type === 'foyer-window-signed') approvals.approve(id, said.hashes, said.signatures)
  else if (said.type === 'foyer-window-limited') approvals.limit(id, said.amount)
  else approvals.reject(id) // what isn't signed in the window can't be signed here
}

/** Takes over what a window says of the session that it signs in. @returns whether it was that */
function isOfSession({ ownWindow, report }: WindowQueueParameters, said: FromWindow): boolean {
  if (said.type === 'foyer-window-session') ownWindow?.loggedInAgain(said.ending)
  else if (said.type === 'foyer-window-kept') void ownWindow?.kept().catch(report)
  else return false
  return true
}

/** What was answered may be asked anew, with a limit or as it has changed; only then isn't there anything more to show. */
function isIdle({ frame }: Pick<WindowQueueParameters, 'frame'>): boolean {
  const { answered, approvals: waiting } = frame.get()
  const isDoing = answered !== undefined && !answered.receipt
  return waiting.length > 0 || !isDoing
}
