import { emailOf, personOf } from '@foyer/embedded/custody'
import { Button, Field, Link } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { type LoginBeginning, LoginHere } from '../popup/LoginHere.js'
import type { OpenDoor } from '../popup/openDoor.js'
import { Message } from '../views/Message.js'
import type { Dashboard } from './openDashboard.js'
import { PaperField } from './PaperField.js'
import { useWork } from './useWork.js'

export interface SignInProps {
  readonly dashboard: Dashboard
  readonly onOpened: () => void
  /** What stands below the ways to log in. */
  readonly below: ReactNode
}

/** The ways in: the mailbox, a passkey, a paper. */
export function SignIn({ dashboard, onOpened, below }: SignInProps): ReactNode {
  const { origin, login, screen, store, continueHere, openDoor, enter } = dashboard
  const [email, setEmail] = useState(emailOf(store.get().wallet?.person ?? '') ?? '')
  const [isTyping, setTyping] = useState(false)
  const { isBusy, failure, act } = useWork()
  const open = (...paper: Parameters<OpenDoor>) =>
    act(async () => {
      await enter(await openDoor(...paper))
      onOpened()
    })
  if (isTyping) return <PaperField isBusy={isBusy} failure={failure} onPaper={open} onLeft={() => setTyping(false)} />
  const wanted = email.trim().toLowerCase()
  const isOpen = () => {
    const { wallet, user } = store.get()
    return user?.person === personOf({ email: wanted }) && wallet?.person === user.person
  }
  return (
    <LoginHere
      wallet={{ site: origin, login, screen, continueHere, openDoor, isOpen }}
      email={wanted}
      onOpened={onOpened}
      onLeft={() => window.location.reload()}
      first={(beginning) => (
        <Ways
          email={email}
          onEmail={setEmail}
          beginning={{ ...beginning, failure: beginning.failure || failure }}
          isBusy={isBusy}
          onPasskey={() => open()}
          onPaper={() => setTyping(true)}
          below={below}
        />
      )}
    />
  )
}

interface WaysProps {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly beginning: LoginBeginning
  readonly isBusy: boolean
  readonly onPasskey: () => void
  readonly onPaper: () => void
  readonly below: ReactNode
}

function Ways({ email, onEmail, beginning, isBusy, onPasskey, onPaper, below }: WaysProps): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!beginning.isBusy && !isBusy) beginning.begin()
  }
  return (
    <Message title={sayHere('signIn.title')}>
      <p>{sayHere('signIn.say')}</p>
      <form onSubmit={submit} className="form">
        <Field
          label={sayHere('signIn.email')}
          type="email"
          required
          autoComplete="email"
          dir="ltr"
          value={email}
          onValueChange={onEmail}
          error={beginning.failure || undefined}
        />
        <Button type="submit" busy={beginning.isBusy}>
          {sayHere('signIn.go')}
        </Button>
        <Button variant="quiet" busy={isBusy} onClick={onPasskey}>
          {sayHere('signIn.passkey')}
        </Button>
        <Button variant="quiet" onClick={onPaper}>
          {sayHere('signIn.paper')}
        </Button>
      </form>
      <Link href="/import">{sayHere('signIn.import')}</Link>
      {below}
    </Message>
  )
}
