import { Button, Link } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { PaperField } from '../doors/PaperField.js'
import { useWork } from '../failures/useWork.js'
import type { OpenedDoor } from '../login/byDoor.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { Failure } from '../views/Failure.js'
import { Message } from '../views/Message.js'
import { LoginByMail } from './LoginByMail.js'
import type { Dashboard } from './openDashboard.js'
import { Elsewhere, hasReturned, Socials } from './Socials.js'

export interface SignInProps {
  readonly dashboard: Dashboard
  /** The mailbox of the wallet that a link leads to, so that it is secured: the other ways in are folded. */
  readonly namedEmail?: string | undefined
  readonly onOpened: () => void
  /** The content below the ways to log in. */
  readonly below: ReactNode
}

/** The ways in: the mailbox, an account elsewhere, a passkey, a paper. */
export function SignIn({ dashboard, namedEmail, onOpened, below }: SignInProps): ReactNode {
  const [shown, setShown] = useState<'ways' | 'paper' | 'farcaster' | 'returned'>(() =>
    hasReturned(window.location) ? 'returned' : 'ways',
  )
  const [failed, setFailed] = useState('')
  const { isBusy, failure, act } = useWork()
  const { openBy } = dashboard
  const open = (opening: () => Promise<OpenedDoor>) => {
    setFailed('')
    act(async () => {
      await dashboard.enter(await opening())
      onOpened()
    })
  }
  const end = (sentence = '') => {
    setFailed(sentence)
    setShown('ways')
  }
  if (shown === 'paper')
    return (
      <PaperField {...{ isBusy, failure }} onPaper={(part) => open(() => openBy.paper(part))} onLeft={() => end()} />
    )
  if (shown === 'farcaster' || shown === 'returned')
    return <Elsewhere is={shown} dashboard={dashboard} onOpened={onOpened} onEnd={end} />
  const byPasskey = openBy.passkey
  const passkey = byPasskey ? (
    <Button variant="quiet" busy={isBusy} onClick={() => open(byPasskey)}>
      {sayHere('signIn.passkey')}
    </Button>
  ) : null
  const paper = (
    <Button variant="quiet" onClick={() => setShown('paper')}>
      {sayHere('signIn.paper')}
    </Button>
  )
  const socials = <Socials dashboard={dashboard} onFarcaster={() => setShown('farcaster')} onFailed={setFailed} />
  return (
    <LoginByMail
      dashboard={dashboard}
      namedEmail={namedEmail}
      onOpened={onOpened}
      onLeft={() => window.location.reload()}
      first={(form) => (
        <Ways
          {...{ form, socials, passkey, paper, below }}
          isNamed={namedEmail !== undefined}
          failure={failure || failed}
        />
      )}
    />
  )
}

interface WaysProps extends Pick<SignInProps, 'below'> {
  readonly form: ReactNode
  readonly socials: ReactNode
  readonly passkey: ReactNode
  readonly paper: ReactNode
  readonly isNamed: boolean
  readonly failure: string
}

/** Draws the ways in; of a wallet that a link names, what isn't the mailbox or the passkey is folded. */
function Ways({ form, socials, passkey, paper, below, isNamed, failure }: WaysProps): ReactNode {
  const others = (
    <>
      {socials}
      {isNamed ? null : passkey}
      {paper}
    </>
  )
  return (
    <Message title={sayHere(isNamed ? 'signIn.secureTitle' : 'signIn.title')}>
      <p>{sayHere(isNamed ? 'signIn.secureSay' : 'signIn.say')}</p>
      {form}
      <div className="form">
        {isNamed ? passkey : others}
        <Failure>{failure}</Failure>
      </div>
      {isNamed ? (
        <details className="ways">
          <summary>{sayHere('signIn.other')}</summary>
          <div className="form">{others}</div>
        </details>
      ) : (
        <>
          <Link href="/import">{sayHere('signIn.import')}</Link>
          {below}
        </>
      )}
    </Message>
  )
}
