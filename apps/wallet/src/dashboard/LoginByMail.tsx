import { emailOf, personOf } from '@foyer/custody/person'
import { Button, Field } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { type LoginBeginning, LoginHere } from '../popup/LoginHere.js'
import type { Dashboard } from './openDashboard.js'

export interface LoginByMailProps {
  readonly dashboard: Dashboard
  /** The address that is filled in, in the place of the one that was here last. */
  readonly namedEmail?: string | undefined
  /** Shows the form, among what else stands there. */
  readonly first: (form: ReactNode) => ReactNode
  readonly onOpened: (email: string) => void
  readonly onLeft: () => void
}

/** A login by the mailbox, on a page of the wallet's own: whose it is, the mail's link, the code. */
export function LoginByMail({ dashboard, namedEmail, first, onOpened, onLeft }: LoginByMailProps): ReactNode {
  const { origin, login, screen, store, continueHere, openBy } = dashboard
  const [email, setEmail] = useState(namedEmail ?? emailOf(store.get().wallet?.person ?? '') ?? '')
  const wanted = email.trim().toLowerCase()
  const isOpen = () => {
    const { wallet, user } = store.get()
    return user?.person === personOf({ email: wanted }) && wallet?.person === user.person
  }
  return (
    <LoginHere
      wallet={{ site: origin, login, screen, continueHere, openBy, isOpen }}
      email={wanted}
      onOpened={() => onOpened(wanted)}
      onLeft={onLeft}
      first={(beginning) => first(<EmailForm email={email} onEmail={setEmail} beginning={beginning} />)}
    />
  )
}

interface EmailFormProps {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly beginning: LoginBeginning
}

function EmailForm({ email, onEmail, beginning: { begin, isBusy, failure } }: EmailFormProps): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) begin()
  }
  return (
    <form onSubmit={submit} className="form">
      <Field
        label={sayHere('signIn.email')}
        type="email"
        required
        autoComplete="email"
        dir="ltr"
        value={email}
        onValueChange={onEmail}
        error={failure || undefined}
      />
      <Button type="submit" busy={isBusy}>
        {sayHere('signIn.go')}
      </Button>
    </form>
  )
}
