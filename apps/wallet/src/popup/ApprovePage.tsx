import { Link } from '@foyer/parts'
import { type ReactNode, useSyncExternalStore } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import { say } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { OwnWindow } from '../ownWord/OwnWindow.js'
import type { WordStorage } from '../ownWord/ownWord.js'
import { Message } from '../views/Message.js'
import type { JoinedFrame } from './joinFrame.js'
import { type OpenWallet, SignHere } from './SignHere.js'

export interface ApprovePageProps {
  readonly frame: JoinedFrame
  readonly openWallet: OpenWallet
}

/** The approving window, with what its visitor knows the wallet's windows by; beside a stranger's letter, with a warning in its place. */
export function ApproveWindow({ word, ...props }: ApprovePageProps & { readonly word: WordStorage }): ReactNode {
  const { isOwn, asked } = useSyncExternalStore(props.frame.state.subscribe, props.frame.state.get)
  const page = <ApprovePage {...props} />
  if (isOwn)
    return (
      <OwnWindow window={word} offers>
        {page}
      </OwnWindow>
    )
  return asked?.type === 'foyer-window-show' ? <Unknown site={asked.approval.site}>{page}</Unknown> : page
}

/** The words of a letter are its sender's: the wallet's address above them would lend them its name. */
function Unknown({ site, children }: { readonly site: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="own">
      <aside className="known">
        <p className="small">{sayInWindow('window.unknown', { site: new URL(site).host })}</p>
      </aside>
      {children}
    </div>
  )
}

/**
 * The window in which a frame's request is approved. It shows what the frame gives it, and answers with the hashes that it showed; or signs them, where the
 * browser keeps nothing for the frame.
 */
export function ApprovePage({ frame, openWallet }: ApprovePageProps): ReactNode {
  const { status, asked } = useSyncExternalStore(frame.state.subscribe, frame.state.get)
  if (status === 'waiting' || status === 'answered') return <Message title={say('approve.wait')} />
  if (status === 'apart') return <Message takesFocus title={say('approve.apart')} />
  if (status === 'back' && asked?.type === 'foyer-window-show') return <Back site={asked.approval.site} />
  if (status !== 'asked' || asked?.type !== 'foyer-window-show')
    return <Message takesFocus title={say('approve.gone')} />
  const { approval, signing, more } = asked
  const { id, changes, hashes } = approval
  if (signing) return <SignHere key={id} {...{ approval, signing, more, frame, openWallet }} />
  return (
    <ApprovalScreen
      key={id}
      approval={approval}
      more={more}
      shownIn="window"
      onApprove={() => frame.end({ type: 'foyer-window-approved', id, changes, hashes })}
      onLimit={(amount) => frame.end({ type: 'foyer-window-limited', id, changes, amount })}
      onReject={() => frame.end({ type: 'foyer-window-rejected', id })}
    />
  )
}

/** The tab goes back by itself to the page that it came from; where its history has that no longer, this leads to the site that asked. */
function Back({ site }: { readonly site: string }): ReactNode {
  const { origin, host, protocol } = new URL(site)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return (
    <Message takesFocus title={say('approve.answered')}>
      {isWeb ? <Link href={origin}>{say('approve.back', { site: host })}</Link> : null}
    </Message>
  )
}
