import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Receipt } from '../approval/Receipt.js'
import { WalletError } from '../errors.js'
import { askInWindow } from '../exchange/windowLine.js'
import { continueByDoor } from '../login/byDoor.js'
import type { Continuation } from '../login/continuation.js'
import { LoginMessage } from '../login/LoginMessage.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { useEscape } from '../views/useEscape.js'
import { Decision } from './Decision.js'
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
            // It signs nothing.
            shownIn="anywhere"
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

/** Has a window of the wallet's own continue the login. @throws WalletError where it can't be opened, or it was another wallet that opened there */
const continueInWindow =
  ({ is }: { readonly is: string }) =>
  (continuation: Continuation, onOpened: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const { asked, released } = continuation
      const stop = askInWindow({
        window,
        path: '/continue',
        asked: { type: 'foyer-window-continue', asked, isSecured: is === 'secured' },
        onSaid(said) {
          if (said.type === 'foyer-window-released') released(said.released).then(resolve, reject)
          else if (said.type === 'foyer-window-opened') {
            onOpened()
            continueByDoor(continuation, said.opened).then(resolve, reject)
          } else resolve() // it was closed: what is shown here is still there
        },
      })
      if (!stop) reject(new WalletError({ sentence: 'error.popup' }))
    })
