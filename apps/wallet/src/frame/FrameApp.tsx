import { Button } from '@foyer/parts'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import type { WaitingApproval } from '../approval/approvals.js'
import { Receipt } from '../approval/Receipt.js'
import { knowsCovers } from '../approval/useArming.js'
import { useOpenings } from '../approval/useOpenings.js'
import { WalletError } from '../errors.js'
import { askInWindow } from '../exchange/askInWindow.js'
import type { FromFrame, FromWindow } from '../exchange/exchange.js'
import { askByLetter, type WindowAddress } from '../exchange/letters.js'
import { continueByDoor } from '../login/byDoor.js'
import type { Continuation } from '../login/continuation.js'
import { LoginMessage } from '../login/LoginMessage.js'
import type { LoginScreen } from '../login/login.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { useEscape } from '../views/useEscape.js'
import type { OpenedFrame } from './openFrame.js'
import { useTakenAway } from './useTakenAway.js'

/**
 * Draws the frame: a request, or what a login needs of the visitor; and a sign of what comes, while a request is read
 * or signed.
 */
export function FrameApp({ frame }: { readonly frame: OpenedFrame }): ReactNode {
  const { state, approvals } = frame
  const { approvals: waiting, answered, login } = useSyncExternalStore(state.subscribe, state.get)
  // What was answered stays until it is carried out, and then its receipt for a moment.
  const approval = answered ?? waiting[0]
  const place = useRef<HTMLDivElement>(null)
  useEffect(frame.drawn, [])
  useTakenAway({ place, isShown: approval !== undefined, onTakenAway: approvals.rejectAll })
  return (
    <div ref={place} className="frame">
      {approval?.receipt ? (
        <Receipt receipt={approval.receipt} onDone={approvals.leave} />
      ) : approval ? (
        <Decision
          key={approval.id}
          frame={frame}
          approval={approval}
          isBusy={approval === answered}
          more={waiting.length - (answered ? 0 : 1)}
        />
      ) : login ? (
        <PutAway onEscape={frame.putAway}>
          <LoginMessage
            login={login}
            onContinue={continueInWindow(login)}
            onClose={frame.putAway}
            onAnother={frame.useAnother}
          />
        </PutAway>
      ) : (
        <Message title={say('approve.wait')} />
      )}
    </div>
  )
}

/** Draws a login's message, which Escape puts away: the page below it is back. */
function PutAway({ onEscape, children }: { readonly onEscape: () => void; readonly children: ReactNode }): ReactNode {
  useEscape(onEscape)
  return children
}

function Decision({
  frame,
  approval,
  isBusy,
  more,
}: {
  readonly frame: OpenedFrame
  readonly approval: WaitingApproval
  readonly isBusy: boolean
  readonly more: number
}): ReactNode {
  const { approvals, asking, ownWindow } = frame
  // Where the browser keeps nothing for the frame, the session is the window's.
  const openings = useOpenings({ asking, isAsked: !ownWindow })
  const reject = () => {
    openings.answered()
    approvals.reject(approval.id)
  }
  // What signs nothing moves nothing, and may be answered anywhere.
  const signs = approval.payloads.length > 0
  if (signs && (ownWindow || !knowsCovers(window)))
    return (
      <InWindow
        frame={frame}
        approval={approval}
        isBusy={isBusy}
        below={openings.line}
        onOpened={openings.answered}
        onReject={reject}
      />
    )
  return (
    <ApprovalScreen
      approval={approval}
      more={more}
      shownIn={signs ? 'frame' : 'window'}
      isBusy={isBusy}
      below={openings.line}
      onApprove={() => {
        openings.answered()
        approvals.approve(approval.id, approval.hashes)
      }}
      onLimit={(amount) => approvals.limit(approval.id, amount)}
      onReject={reject}
    />
  )
}

/**
 * Shows the request in a window of the wallet's own, where the browser can't say what lies over a frame, or keeps
 * nothing for it: in the second case it is signed there.
 */
function InWindow({
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

/** Has a window of the wallet's own continue the login. @throws WalletError where it can't be opened, or it was another wallet that opened there */
const continueInWindow =
  ({ is }: LoginScreen) =>
  (continuation: Continuation, onOpened: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const { asked, released } = continuation
      const stop = askInWindow({
        window,
        path: '/continue',
        asked: () => ({ type: 'foyer-window-continue', asked, isSecured: is === 'secured' }),
        onSaid(said) {
          if (said.type === 'foyer-window-released') released(said.released).then(resolve, reject)
          else if (said.type === 'foyer-window-opened') {
            onOpened()
            continueByDoor(continuation, said.opened).then(resolve, reject)
          } else resolve() // it was closed: what is shown here is still there
          return true
        },
      })
      if (!stop) reject(new WalletError({ sentence: 'error.popup' }))
    })
