import { type ReactNode, useEffect, useState } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import type { WaitingApproval } from '../approval/approvals.js'
import { say } from '../messages/en.js'
import { Message } from '../views/Message.js'
import { readFrom } from './exchange.js'

type Shown =
  | { readonly status: 'waiting' }
  | { readonly status: 'asked'; readonly approval: WaitingApproval }
  | { readonly status: 'decided' }

/** The window in which a frame's request is approved: it shows what the frame gives it, and answers with the hashes that it showed. */
export function ApprovePage({ window }: { readonly window: Window }): ReactNode {
  const [shown, setShown] = useState<Shown>({ status: 'waiting' })
  const { opener } = window
  useEffect(() => {
    const { origin } = window.location
    const onMessage = (event: MessageEvent<unknown>) => {
      const said = readFrom('frame', event, { source: opener, origin })
      if (said?.type === 'foyer-window-show') setShown({ status: 'asked', approval: said.approval })
    }
    window.addEventListener('message', onMessage)
    opener?.postMessage({ type: 'foyer-window-ready' }, origin)
    return () => window.removeEventListener('message', onMessage)
  }, [window, opener])
  if (shown.status !== 'asked') {
    return <Message title={say(opener && shown.status === 'waiting' ? 'approve.wait' : 'approve.gone')} />
  }
  const { approval } = shown
  const decide = (message: object) => {
    opener?.postMessage({ ...message, id: approval.id }, window.location.origin)
    setShown({ status: 'decided' })
    window.close()
  }
  return (
    <ApprovalScreen
      approval={approval}
      more={0}
      shownIn="window"
      onApprove={() => decide({ type: 'foyer-window-approved', hashes: approval.hashes })}
      onReject={() => decide({ type: 'foyer-window-rejected' })}
    />
  )
}
