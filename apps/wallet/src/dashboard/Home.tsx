import { Button, Tag, WalletIcon } from '@foyer/parts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { WalletError } from '../errors.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { say } from '../messages/say.js'
import { Move } from '../moving/Move.js'
import { Message } from '../views/Message.js'
import { Accounts } from './Accounts.js'
import { AddPaper } from './AddPaper.js'
import { AddPasskey } from './AddPasskey.js'
import { CloseMail } from './CloseMail.js'
import { DeleteWallet, DeletionNotice, DeletionSection } from './DeleteWallet.js'
import { Ask, Devices } from './Devices.js'
import { forgetDeleted, type WaitingDeletion, waitingDeletion } from './deletion.js'
import { Export } from './Export.js'
import { sentenceHere } from './failures.js'
import type { Dashboard } from './openDashboard.js'
import { exportKeystore, forgetPart, nameOf, type OpenWallet, readOpenWallet, revealWords } from './ownDoors.js'
import { type OpenChange, PendingChange, pendingChange } from './PendingChange.js'
import { hasMail, Security } from './Security.js'
import { SignIn } from './SignIn.js'

export interface HomeProps {
  readonly dashboard: Dashboard
  /** Whether the keeper knows this browser. */
  readonly isKnown: boolean
  readonly onLook: () => void
}

type Shown =
  | { readonly is: 'opening' }
  | { readonly is: 'signedOut' }
  | { readonly is: 'deleted' }
  | { readonly is: 'failed'; readonly sentence: string }
  | {
      readonly is: 'home' | 'passkey' | 'paper' | 'close' | 'delete'
      readonly wallet: OpenWallet
      readonly waiting: WaitingDeletion | null
      readonly change: OpenChange | null
    }

/** The wallet as its owner sees it, once it is open here. */
export function Home({ dashboard, isKnown, onLook }: HomeProps): ReactNode {
  const [shown, setShown] = useState<Shown>({ is: 'opening' })
  const read = useCallback(async () => {
    try {
      const { wallet: kept, user } = dashboard.store.get()
      if (!kept || !user) {
        setShown({ is: 'signedOut' })
        if (await forgetDeleted(dashboard)) setShown({ is: 'deleted' })
        return
      }
      const [wallet, waiting, change] = await Promise.all([
        readOpenWallet(dashboard),
        waitingDeletion(dashboard, isKnown),
        pendingChange(dashboard),
      ])
      // What was begun when the way by mail was closed is ended; a keeper that is away is asked the next time.
      if (!hasMail(wallet) && isKnown) await forgetPart(dashboard).catch(console.warn)
      setShown({ is: 'home', wallet, waiting, change })
    } catch (error) {
      // The sessions of a wallet that was deleted are over.
      if (await forgetDeleted(dashboard)) return setShown({ is: 'deleted' })
      const isOver = error instanceof WalletError && error.sentence === 'error.signedOut'
      setShown(isOver ? { is: 'signedOut' } : { is: 'failed', sentence: sentenceHere(error) })
    }
  }, [dashboard, isKnown])
  useEffect(() => void read(), [read])
  switch (shown.is) {
    case 'opening':
      return <Message title={say('approve.wait')} />
    case 'failed':
      return (
        <Message title={shown.sentence} actions={<Button onClick={() => void read()}>{say('confirm.again')}</Button>} />
      )
    case 'signedOut':
      // Whoever has just opened the wallet by mail is known from then on: that is looked for anew.
      return <SignIn dashboard={dashboard} onOpened={onLook} below={<Ask isKnown={isKnown} onLook={onLook} />} />
    case 'deleted':
      return (
        <Message title={sayHere('delete.done')} actions={<Button onClick={onLook}>{sayHere('delete.new')}</Button>}>
          <p>{sayHere('delete.doneSay')}</p>
        </Message>
      )
    case 'passkey':
      return <AddPasskey dashboard={dashboard} wallet={shown.wallet} onEnd={() => void read()} />
    case 'paper':
      return <AddPaper dashboard={dashboard} wallet={shown.wallet} onEnd={() => void read()} />
    case 'close':
      return <CloseMail dashboard={dashboard} wallet={shown.wallet} onEnd={() => void read()} />
    case 'delete':
      return <DeleteWallet dashboard={dashboard} wallet={shown.wallet} onEnd={() => void read()} />
    case 'home':
      return (
        <Overview
          dashboard={dashboard}
          wallet={shown.wallet}
          notice={
            <>
              {shown.waiting ? (
                <DeletionNotice dashboard={dashboard} waiting={shown.waiting} onCancelled={read} />
              ) : null}
              {shown.change ? <PendingChange dashboard={dashboard} change={shown.change} onCancelled={read} /> : null}
            </>
          }
          onSignedOut={() => setShown({ is: 'signedOut' })}
        >
          <div className="column">
            <Security
              dashboard={dashboard}
              wallet={shown.wallet}
              isKnown={isKnown}
              onAdd={(is) => setShown({ ...shown, is })}
              onClose={() => setShown({ ...shown, is: 'close' })}
              onChanged={read}
            />
            <Export onFile={(password) => exportKeystore(dashboard, password)} onWords={() => revealWords(dashboard)} />
          </div>
          <div className="column">
            <Devices dashboard={dashboard} isKnown={isKnown} onLook={onLook} />
            <Move />
            {shown.waiting ? null : (
              <DeletionSection isKnown={isKnown} onDelete={() => setShown({ ...shown, is: 'delete' })} />
            )}
          </div>
        </Overview>
      )
  }
}

interface OverviewProps {
  readonly dashboard: Dashboard
  readonly wallet: OpenWallet
  /** What stands above all else, if anything. */
  readonly notice: ReactNode
  readonly onSignedOut: () => void
  readonly children: ReactNode
}

/** The page's head, with the accounts, and what is below it. */
function Overview({ dashboard, wallet, notice, onSignedOut, children }: OverviewProps): ReactNode {
  const signOut = async () => {
    await dashboard.session.end()
    onSignedOut()
  }
  const isByMail = hasMail(wallet)
  return (
    <div className="page">
      <header className="bar">
        <span className="brand">
          <WalletIcon />
          {sayHere('dashboard.brand')}
        </span>
        <bdi className="who">{nameOf(dashboard)}</bdi>
        <Button variant="quiet" size="sm" onClick={() => void signOut()}>
          {sayHere('dashboard.signOut')}
        </Button>
      </header>
      <main>
        {notice}
        <section className="hero" aria-labelledby="wallet">
          <h1 id="wallet">
            {sayHere('dashboard.title')}
            <Tag variant={isByMail ? 'shade' : 'success'}>
              {sayHere(isByMail ? 'dashboard.byMail' : 'dashboard.secured')}
            </Tag>
          </h1>
          <Accounts addresses={wallet.addresses} />
        </section>
        <div className="columns">{children}</div>
      </main>
    </div>
  )
}
