import { Button } from '@foyer/parts'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import type { WaitingApproval } from '../approval/approvals.js'
import { knowsCovers } from '../approval/useArming.js'
import type { OpenedFrame } from '../frame/openFrame.js'
import { type Continuation, type LoginScreen, sentenceOf } from '../login/login.js'
import { say } from '../messages/en.js'
import { askInWindow } from '../popup/askInWindow.js'
import { Message } from './Message.js'

/** What the frame shows: a request, or what a login needs of the visitor. */
export function FrameApp({ frame }: { readonly frame: OpenedFrame }): ReactNode {
  const { state, approvals } = frame
  const { approvals: waiting, login } = useSyncExternalStore(state.subscribe, state.get)
  const [approval] = waiting
  const place = useRef<HTMLDivElement>(null)
  useTakenAway({ place, isShown: approval !== undefined, onTakenAway: approvals.rejectAll })
  return (
    <div ref={place} className="frame">
      {approval ? (
        <Decision key={approval.id} frame={frame} approval={approval} more={waiting.length - 1} />
      ) : login ? (
        <LoginMessage login={login} />
      ) : null}
    </div>
  )
}

function Decision({
  frame: { approvals },
  approval,
  more,
}: {
  readonly frame: OpenedFrame
  readonly approval: WaitingApproval
  readonly more: number
}): ReactNode {
  const reject = () => approvals.reject(approval.id)
  if (!knowsCovers(window)) return <InWindow approval={approval} frame={approvals} onReject={reject} />
  return (
    <ApprovalScreen
      approval={approval}
      more={more}
      shownIn="frame"
      onApprove={() => approvals.approve(approval.id, approval.hashes)}
      onReject={reject}
    />
  )
}

/** Where the browser can't say what lies over a frame: the request is shown in a window of the wallet's own. */
function InWindow({
  approval,
  frame: approvals,
  onReject,
}: {
  readonly approval: WaitingApproval
  readonly frame: OpenedFrame['approvals']
  readonly onReject: () => void
}): ReactNode {
  const [isBlocked, setBlocked] = useState(false)
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const review = () => {
    stop.current?.()
    stop.current = askInWindow({
      window,
      path: '/approve',
      asked: { type: 'foyer-window-show', approval },
      onDecision(decision) {
        if (!('id' in decision) || decision.id !== approval.id) return false
        if (decision.type === 'foyer-window-approved') approvals.approve(decision.id, decision.hashes)
        else onReject()
        return true
      },
    })
    setBlocked(stop.current === undefined)
  }
  return (
    <Message
      title={approval.shown.title}
      actions={
        <>
          <Button variant="quiet" onClick={onReject}>
            {say('approve.reject')}
          </Button>
          <Button onClick={review}>{say('approve.window')}</Button>
        </>
      }
    >
      <p>{say(isBlocked ? 'error.popup' : 'approve.windowWhy')}</p>
    </Message>
  )
}

function LoginMessage({ login }: { readonly login: LoginScreen }): ReactNode {
  if (login.is === 'held') {
    const when = new Date(login.opensAt * 1_000).toLocaleString('en')
    return (
      <Message
        title={say('held.title')}
        actions={
          <Button variant="quiet" onClick={login.cancel}>
            {say('held.cancel')}
          </Button>
        }
      >
        <p>{say('held.say', { when, email: login.email })}</p>
      </Message>
    )
  }
  return <Digits login={login} />
}

/** The digits that the keeper's page asks for; and a way on without the mail, where the keeper knows this browser. */
function Digits({ login }: { readonly login: Extract<LoginScreen, { readonly is: 'digits' }> }): ReactNode {
  const [failure, setFailure] = useState<string>()
  const [continuation, setContinuation] = useState<Continuation>()
  const { toContinue } = login
  // Made before the press: a window opens only in the press itself.
  useEffect(() => {
    toContinue().then(setContinuation, (error: unknown) => setFailure(sentenceOf(error)))
  }, [toContinue])
  const go = ({ asked, released }: Continuation) => {
    const stop = askInWindow({
      window,
      path: '/continue',
      asked: { type: 'foyer-window-continue', asked },
      onDecision(decision) {
        if (decision.type !== 'foyer-window-released') return false
        released(decision.released).catch((error: unknown) => setFailure(sentenceOf(error)))
        return true
      },
    })
    if (!stop) setFailure(say('error.popup'))
  }
  return (
    <Message
      title={say('digits.title')}
      actions={
        <Button variant="quiet" disabled={!continuation} onClick={() => continuation && go(continuation)}>
          {say('digits.continue')}
        </Button>
      }
    >
      {login.digits === '' ? null : (
        <p className="digits" role="img" aria-label={`${say('digits.label')}: ${[...login.digits].join(' ')}`}>
          {[...login.digits].map((digit, index) => (
            <span key={index}>{digit}</span>
          ))}
        </p>
      )}
      <p>{say('digits.say', { email: login.email })}</p>
      <p className="small">{failure ?? say('digits.continueWhy')}</p>
    </Message>
  )
}

/** A request that was shown and is taken away by the page around has its answer: the visitor closed it. */
function useTakenAway({
  place,
  isShown,
  onTakenAway,
}: {
  readonly place: { readonly current: HTMLElement | null }
  readonly isShown: boolean
  readonly onTakenAway: () => void
}): void {
  useEffect(() => {
    const { current } = place
    if (!current || !isShown) return
    let wasSeen = false
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting === true
      if (wasSeen && !isSeen) onTakenAway()
      wasSeen = isSeen
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [place, isShown, onTakenAway])
}
