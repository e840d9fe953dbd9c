import { type ReactNode, useSyncExternalStore } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import type { JoinedFrame } from './joinFrame.js'
import { type OpenWallet, SignHere } from './SignHere.js'

export interface ApprovePageProps {
  readonly frame: JoinedFrame
  readonly openWallet: OpenWallet
}

/**
 * The window in which a frame's request is approved. It shows what the frame gives it, and answers with the hashes that it showed; or signs them, where the
 * browser keeps nothing for the frame.
 */
export function ApprovePage({ frame, openWallet }: ApprovePageProps): ReactNode {
  const { status, asked } = useSyncExternalStore(frame.state.subscribe, frame.state.get)
  if (status === 'waiting') return <Message title={say('approve.wait')} />
  if (status === 'apart') return <Message title={say('approve.apart')} />
  if (status !== 'asked' || asked?.type !== 'foyer-window-show') return <Message title={say('approve.gone')} />
  const { approval, signing } = asked
  if (signing) return <SignHere approval={approval} signing={signing} frame={frame} openWallet={openWallet} />
  return (
    <ApprovalScreen
      approval={approval}
      more={0}
      shownIn="window"
      onApprove={() => frame.end({ type: 'foyer-window-approved', hashes: approval.hashes })}
      onLimit={(amount) => frame.end({ type: 'foyer-window-limited', amount })}
      onReject={() => frame.end({ type: 'foyer-window-rejected' })}
    />
  )
}
