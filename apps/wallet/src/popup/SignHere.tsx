import { Button } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { ApprovalScreen } from '../approval/ApprovalScreen.js'
import type { AskedApproval, AskedSigning } from '../exchange/exchange.js'
import { sentenceOf } from '../login/login.js'
import { say } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { Message } from '../views/Message.js'
import type { JoinedFrame } from './joinFrame.js'
import { type LoginBeginning, LoginHere } from './LoginHere.js'
import type { OwnWallet } from './ownWallet.js'

export type OpenWallet = (asked: {
  readonly approval: AskedApproval
  readonly signing: AskedSigning
}) => Promise<OwnWallet>

type Shown =
  | { readonly is: 'opening' }
  | { readonly is: 'broken' }
  | { readonly is: 'review' | 'login' | 'signing'; readonly wallet: OwnWallet }
  | { readonly is: 'failed'; readonly sentence: string; readonly wallet: OwnWallet }

/** A request that this window signs by itself: it is reviewed, after a login where the wallet isn't open here. */
export function SignHere({
  approval,
  more,
  signing,
  frame,
  openWallet,
}: {
  readonly approval: AskedApproval
  /** The number of requests that wait after it. */
  readonly more: number
  readonly signing: AskedSigning
  readonly frame: JoinedFrame
  readonly openWallet: OpenWallet
}): ReactNode {
  const [shown, setShown] = useState<Shown>({ is: 'opening' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said of it later is of the same payloads
  useEffect(() => {
    openWallet({ approval, signing }).then(
      (wallet) => {
        if (wallet.hasKept) frame.say({ type: 'foyer-window-kept' })
        setShown({ is: wallet.isOpen() ? 'review' : 'login', wallet })
      },
      () => setShown({ is: 'broken' }), // its storage is full or was taken away
    )
  }, [signing, frame, openWallet])
  const { id, changes, hashes } = approval
  const reject = () => frame.end({ type: 'foyer-window-rejected', id })
  if (shown.is === 'opening') return <Message title={say('approve.wait')} />
  if (shown.is === 'broken') return <Message title={say('error.unknown')} />
  const { wallet } = shown
  const review = () => setShown({ is: 'review', wallet })
  const arrive = () => {
    const ending = wallet.ending()
    if (ending !== null) frame.say({ type: 'foyer-window-session', ending })
    review()
  }
  const approve = async () => {
    setShown({ is: 'signing', wallet })
    try {
      const signatures = await wallet.sign()
      frame.end({ type: 'foyer-window-signed', id, changes, hashes, signatures })
    } catch (error) {
      if (wallet.isOpen()) setShown({ is: 'failed', sentence: sentenceOf(error), wallet })
      else setShown({ is: 'login', wallet }) // the session is over
    }
  }
  switch (shown.is) {
    case 'login':
      return wallet.email === null ? (
        <Message title={sayInWindow('window.again', { site: approval.site })} />
      ) : (
        <LoginHere
          wallet={wallet}
          email={wallet.email}
          first={(beginning) => <Why {...beginning} site={approval.site} email={wallet.email ?? ''} onLeft={reject} />}
          onOpened={arrive}
          onLeft={reject}
        />
      )
    case 'failed':
      return (
        <Message
          title={approval.shown.title}
          actions={
            <>
              <Button variant="quiet" onClick={reject}>
                {say('approve.reject')}
              </Button>
              <Button onClick={review}>{say('confirm.again')}</Button>
            </>
          }
        >
          <p>{shown.sentence}</p>
        </Message>
      )
    case 'review':
    case 'signing':
      return (
        <ApprovalScreen
          approval={approval}
          more={more}
          shownIn="window"
          isBusy={shown.is === 'signing'}
          onApprove={() => void approve()}
          onLimit={(amount) => frame.end({ type: 'foyer-window-limited', id, changes, amount })}
          onReject={reject}
        />
      )
  }
}

function Why({
  begin,
  isBusy,
  failure,
  site,
  email,
  onLeft,
}: LoginBeginning & { readonly site: string; readonly email: string; readonly onLeft: () => void }): ReactNode {
  return (
    <Message
      title={sayInWindow('window.title')}
      actions={
        <>
          <Button variant="quiet" onClick={onLeft}>
            {say('approve.reject')}
          </Button>
          <Button busy={isBusy} onClick={begin}>
            {sayInWindow('window.begin')}
          </Button>
        </>
      }
    >
      <p>{sayInWindow('window.say', { site, email })}</p>
      {failure ? <p className="small">{failure}</p> : null}
    </Message>
  )
}
