import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import type { WaitingApproval } from '../approval/approvals.js'
import { useOpenings } from '../approval/useOpenings.js'
import { leastSizes, type ShownIn, type Size } from '../arming/arming.js'
import { sizeOfFrame } from '../arming/told.js'
import { knowsCovers } from '../arming/useArming.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { useEscape } from '../views/useEscape.js'
import { InWindow } from './InWindow.js'
import type { OpenedFrame } from './openFrame.js'
import { whoAsks } from './whoAsks.js'

export interface DecisionProps {
  readonly frame: OpenedFrame
  readonly approval: WaitingApproval
  /** It is answered, and being carried out. */
  readonly isBusy: boolean
  /** The number of requests that wait after it. */
  readonly more: number
}

/**
 * One request: asked here, or in a window of the wallet's own. Where it is asked is decided anew with all that it depends on:
 * a screen that comes back is armed anew. @see whoAsks
 */
export function Decision({ frame, approval, isBusy, more }: DecisionProps): ReactNode {
  const { approvals, approvalWindow, asking, ownWindow, vouching } = frame
  const { asks } = useSyncExternalStore(approvalWindow.state.subscribe, approvalWindow.state.get)
  // Where the browser keeps nothing for the frame, the session is the window's.
  const openings = useOpenings({ asking, isAsked: !ownWindow })
  const isVouched = useSyncExternalStore(vouching.is.subscribe, vouching.is.get)
  const asker = useAsker(approval, ownWindow !== undefined)
  const [isInWindow, setInWindow] = useState(false)
  const { isConfirming, confirm } = useConfirming(frame, approval)
  const reject = () => {
    openings.answered()
    approvals.reject(approval.id)
  }
  if (isVouched === undefined && asker(true) !== asker(false)) return <Waiting onEscape={reject} />
  // While the wallet's window shows one, it shows the next as well.
  if (isInWindow || asks === approval.id || asker(isVouched ?? false) === 'window')
    return (
      <InWindow
        frame={frame}
        approval={approval}
        isBusy={isBusy}
        below={openings.line}
        onOpened={() => {
          openings.answered()
          setInWindow(true)
        }}
        onReject={reject}
      />
    )
  const approve = () => {
    // What the page has done since this was drawn counts.
    if (isConfirming || asker(isVouched ?? false, sizeOfFrame()) === 'window') return
    openings.answered()
    // A sign-in is asked here whoever answers for the page.
    if (asker(false) === 'frame') approvals.approve(approval.id, approval.hashes)
    else confirm()
  }
  return (
    <ApprovalScreen
      approval={approval}
      more={more}
      shownIn={shownInFor(approval, asker(false))}
      isBusy={isBusy || isConfirming}
      below={openings.line}
      onApprove={approve}
      onLimit={(amount) => approvals.limit(approval.id, amount)}
      onReject={reject}
      onWindow={() => {
        setInWindow(true)
        approvalWindow.open()
      }}
    />
  )
}

/** Where the browser says nothing of covers, nothing is asked here that a page could gain by one; what every page may ask here is a sign-in of its own. */
function shownInFor({ payloads }: WaitingApproval, ofAnyPage: ReturnType<typeof whoAsks>): ShownIn {
  if (payloads.length === 0 || !knowsCovers(window)) return 'anywhere'
  return ofAnyPage === 'frame' ? 'frame' : 'vouched'
}

/** @returns who asks, by whether the operator answers for the page, and by how large the frame is: as it was drawn, unless it is said */
function useAsker(
  { shown: { asksFor, isDeliberate }, payloads }: WaitingApproval,
  isStorageBlocked: boolean,
): (isVouched: boolean, size?: Size) => ReturnType<typeof whoAsks> {
  const drawn = useFrameSize()
  return (isVouched, size = drawn) =>
    whoAsks({
      ...{ asksFor, isDeliberate, isVouched, isStorageBlocked },
      signs: payloads.length > 0,
      knowsCovers: knowsCovers(window),
      ...size,
    })
}

/** Drawn while nothing can be decided yet. */
function Waiting({ onEscape }: { readonly onEscape: () => void }): ReactNode {
  useEscape(onEscape)
  return <Message title={say('approve.wait')} />
}

/**
 * Approves what was approved here only while the operator still answers for the page around, and while it is still
 * described as it was.
 */
function useConfirming(
  { approvals, vouching }: Pick<OpenedFrame, 'approvals' | 'vouching'>,
  approval: WaitingApproval,
) {
  const [confirmed, setConfirmed] = useState<number>()
  const now = useRef(approval)
  useEffect(() => {
    now.current = approval
  })
  const { id, changes, hashes } = approval
  return {
    isConfirming: confirmed === changes,
    confirm() {
      setConfirmed(changes)
      void vouching.ask().then((isVouched) => {
        if (isVouched && now.current.changes === changes) approvals.approve(id, hashes)
        else setConfirmed(undefined)
      })
    },
  }
}

/** The size of the frame; before it is laid out, when nothing of it can be pressed, the least that it needs. */
function useFrameSize(): Size {
  const text = useSyncExternalStore(followSize, textOfSize)
  const [width = 0, height = 0] = text.split(' ').map(Number)
  return width > 0 && height > 0 ? { width, height } : leastSizes.frame
}

const textOfSize = (): string => {
  const { width, height } = sizeOfFrame()
  return `${width} ${height}`
}

function followSize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
