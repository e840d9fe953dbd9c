import { Button } from '@foyer/parts'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { WaitingApproval } from '../approval/approvals.js'
import { elsewhereSentences } from '../messages/elsewhereSentences.js'
import { say, sayOf } from '../messages/say.js'
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
            {label}
          </Button>
        </>
      }
    >
      <p>{why}</p>
      {below}
    </Message>
  )
}

function wordsOf(
  status: ApprovalWindowState['status'],
  isSigned: boolean,
): { readonly why: string; readonly label: string } {
  switch (status) {
    case 'open':
      return { why: sayElsewhere('approve.windowThere'), label: sayElsewhere('approve.windowShow') }
    case 'apart':
      return {
        why: isSigned ? say('error.popup') : sayElsewhere('approve.windowApart'),
        label: sayElsewhere('approve.window'),
      }
    case 'preparing':
    case 'visit':
      return { why: sayElsewhere('approve.visitWhy'), label: sayElsewhere('approve.visit') }
    case 'none':
      return {
        why: isSigned ? sayElsewhere('approve.windowStorage') : sayElsewhere('approve.windowWhy'),
        label: sayElsewhere('approve.window'),
      }
  }
}

const sayElsewhere = (name: keyof typeof elsewhereSentences): string => sayOf(elsewhereSentences, name)
