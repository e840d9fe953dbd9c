import { Button } from '@foyer/parts'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { WaitingApproval } from '../approval/approvals.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { useEscape } from '../views/useEscape.js'
import type { ApprovalWindowState } from './approvalWindow.js'
import type { OpenedFrame } from './openFrame.js'

export interface InWindowProps {
  readonly frame: Pick<OpenedFrame, 'approvalWindow' | 'ownWindow'>
  readonly approval: WaitingApproval
  readonly isBusy: boolean
  /** The content below the message. */
  readonly below: ReactNode
  /** The visitor has opened the window. */
  readonly onOpened: () => void
  readonly onReject: () => void
}

/** The frame's word on a request that is shown in a window of the wallet's own: how to get there, and a way to reject it here. */
export function InWindow({ frame, approval, isBusy, below, onOpened, onReject }: InWindowProps): ReactNode {
  const { approvalWindow, ownWindow } = frame
  const { status } = useSyncExternalStore(approvalWindow.state.subscribe, approvalWindow.state.get)
  useEscape(onReject)
  const { why, label } = wordsOf(status, ownWindow !== undefined)
  const go = () => {
    onOpened()
    if (status === 'visit') approvalWindow.visit()
    else approvalWindow.open()
  }
  return (
    <Message
      takesFocus
      title={approval.shown.title}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onReject}>
            {say('approve.reject')}
          </Button>
          <Button busy={isBusy || status === 'preparing'} onClick={go}>
            {say(label)}
          </Button>
        </>
      }
    >
      <p>{say(why)}</p>
      {below}
    </Message>
  )
}

function wordsOf(
  status: ApprovalWindowState['status'],
  isSigned: boolean,
): { readonly why: SentenceName; readonly label: SentenceName } {
  switch (status) {
    case 'open':
      return { why: 'approve.windowThere', label: 'approve.windowShow' }
    case 'apart':
      return { why: isSigned ? 'error.popup' : 'approve.windowApart', label: 'approve.window' }
    case 'preparing':
    case 'visit':
      return { why: 'approve.visitWhy', label: 'approve.visit' }
    case 'none':
      return { why: isSigned ? 'approve.windowStorage' : 'approve.windowWhy', label: 'approve.window' }
  }
}
