import { Button } from '@foyer/parts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { WaitingApproval } from '../approval/approvals.js'
import { askInWindow } from '../exchange/askInWindow.js'
import type { FromFrame, FromWindow } from '../exchange/exchange.js'
import { askByLetter, type WindowAddress } from '../exchange/letters.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { useEscape } from '../views/useEscape.js'
import type { OpenedFrame } from './openFrame.js'

/**
 * Shows the request in a window of the wallet's own, where the browser can't say what lies over a frame, or keeps
 * nothing for it: in the second case it is signed there.
 */
export function InWindow({
  frame: { approvals, ownWindow, asking },
  approval,
  isBusy,
  below,
  onOpened,
  onReject,
}: {
  readonly frame: OpenedFrame
  readonly approval: WaitingApproval
  readonly isBusy: boolean
  /** The content below the message. */
  readonly below: ReactNode
  /** The visitor has opened the window. */
  readonly onOpened: () => void
  readonly onReject: () => void
}): ReactNode {
  const [why, setWhy] = useState<SentenceName>(ownWindow ? 'approve.windowStorage' : 'approve.windowWhy')
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])
  useEscape(onReject)
  const { id, site, shown, changes, hashes } = approval
  const tell = useRef<((more: FromFrame) => void) | undefined>(undefined)
  const onSaid = (said: FromWindow): boolean => {
    switch (said.type) {
      case 'foyer-window-approved':
        if (ownWindow)
          onReject() // what isn't signed there can't be signed here
        else approvals.approve(id, said.hashes)
        return true
      case 'foyer-window-signed':
        approvals.approve(id, said.hashes, said.signatures)
        return true
      case 'foyer-window-limited':
        approvals.limit(id, said.amount)
        return true
      case 'foyer-window-session':
        ownWindow?.loggedInAgain(said.ending)
        return false
      case 'foyer-window-kept':
        void ownWindow?.kept()
        return false
      default:
        onReject()
        return true
    }
  }
  const asked = { type: 'foyer-window-show', approval: { id, site, shown, changes, hashes } } as const
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says is the request's, which is another object each time
  useEffect(() => tell.current?.(asked), [shown])
  // What a window signs by itself goes to no window that anybody could have opened.
  const whenApart = (address: WindowAddress) => {
    setWhy('approve.windowApart')
    return askByLetter({ ...asking, address, asked, onSaid, onFailed: () => setWhy('error.popup') })
  }
  const review = () => {
    onOpened()
    stop.current?.()
    tell.current = undefined
    stop.current = askInWindow({
      window,
      path: '/approve',
      asked: () => (ownWindow ? { ...asked, signing: ownWindow.signing(approval) } : asked),
      onSaid,
      whenThere(later) {
        tell.current = later
      },
      whenApart: ownWindow ? undefined : whenApart,
    })
    if (!stop.current) setWhy('error.popup')
  }
  return (
    <Message
      title={approval.shown.title}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onReject}>
            {say('approve.reject')}
          </Button>
          <Button busy={isBusy} onClick={review}>
            {say('approve.window')}
          </Button>
        </>
      }
    >
      <p>{say(why)}</p>
      {below}
    </Message>
  )
}
