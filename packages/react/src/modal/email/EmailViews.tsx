import { goBack, replace } from '@foyer/core/view'
import { Button, EmptyState, ErrorState, Field, LinkButton, MailIcon, part } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type EmailUpdate, useFoyerEmailUpdate } from '../../headless/emailUpdate.js'
import type { Say } from '../../headless/say.js'
import { Announcement } from '../Announcement.js'
import { addressInput } from '../login/EmailField.js'
import { GoodUntil, Sent, TypedCode } from '../login/MailViews.js'
import { useModal } from '../modalContext.js'

/** Shorter ones can't be an address yet. */
const shortest = 4

/** Another address is typed, in the place of the one that the login has. */
export function UpdateEmailWalletView(): ReactNode {
  const { say } = useModal()
  const update = useFoyerEmailUpdate()
  const { email } = update
  if (email === undefined)
    return <EmptyState icon={<MailIcon />} title={say('login.notByEmail')} text={say('login.notByEmailWhy')} />
  return <Typing {...update} email={email} />
}

function Typing({ email, ...update }: EmailUpdate & { readonly email: string }): ReactNode {
  const { say, foyer, state } = useModal()
  const { phase, updatingTo, start } = update
  const [typed, setTyped] = useState(phase === 'idle' || phase === 'updated' ? email : (updatingTo ?? email))
  const address = typed.trim()
  const busy = phase === 'starting'
  const mayStart = address.length >= shortest && address !== email && !busy
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mayStart) start(address)
  }
  return (
    <form noValidate data-look="stack-2" onSubmit={submit}>
      <Field
        partName="new-email"
        label={say('login.email')}
        {...addressInput(typed)}
        onValueChange={setTyped}
        readOnly={busy}
        error={phase === 'failed' && address === updatingTo ? whyNot(say, update) : undefined}
      />
      <div data-look="stack-2" {...part({ name: 'actions' })}>
        {state.view.history.length > 1 ? (
          <Button variant="quiet" partName="keep-email" onClick={() => goBack(foyer)}>
            {say('login.keep')}
          </Button>
        ) : null}
        <Button type="submit" partName="save-email" busy={busy} disabled={!mayStart}>
          {say('login.save')}
        </Button>
      </div>
    </form>
  )
}

/** The code that was sent to one of both addresses; after the second, the links. */
export function UpdateEmailOtpView({ email }: { readonly email: string }): ReactNode {
  const { say } = useModal()
  const update = useFoyerEmailUpdate()
  const { phase, againIn } = update
  if (phase === 'failed' || phase === 'idle')
    return (
      <ErrorState
        message={phase === 'failed' ? whyNot(say, update) : say('login.endedWhy')}
        action={<Again label={say('login.tryAgain')} />}
      />
    )
  if (phase === 'links') return <Links {...update} />
  const lead = say('login.codeSent')
  return (
    <div {...part({ name: 'login-mail' })}>
      <Sent lead={lead} email={email} />
      <TypedCode {...update} isOpen={phase === 'code'} isChecking={phase === 'checking'} />
      <GoodUntil at={update.expiresAt} words="login.codeGood" />
      <p {...part({ name: 'login-beside' })}>
        {say('login.wrongAddress')}{' '}
        <Again
          label={againIn > 0 ? say('login.tryAgainIn', { seconds: againIn }) : say('login.tryAgain')}
          isEarly={againIn > 0}
        />
      </p>
      <Announcement>{phase === 'checking' ? say('login.checking') : `${lead} ${email}`}</Announcement>
    </div>
  )
}

/** Both addresses were sent a link by those who keep the wallet's recovery. */
function Links({ email, updatingTo }: EmailUpdate): ReactNode {
  const { say } = useModal()
  const lead = say('login.bothLinks')
  return (
    <div {...part({ name: 'login-mail' })}>
      <span {...part({ name: 'login-sign' })}>
        <MailIcon />
      </span>
      <p {...part({ name: 'login-sent' })}>
        {lead}
        {[...new Set([email, updatingTo])].map((each) => (
          <b key={each} dir="ltr" title={each}>
            {each}
          </b>
        ))}
      </p>
      <Announcement>{lead}</Announcement>
    </div>
  )
}

/** Back to where the address is typed. */
function Again({ label, isEarly }: { readonly label: string; readonly isEarly?: boolean }): ReactNode {
  const { foyer } = useModal()
  return (
    <LinkButton partName="try-again" disabled={isEarly} onClick={() => replace(foyer, { view: 'UpdateEmailWallet' })}>
      {label}
    </LinkButton>
  )
}

/** Why an address isn't updated: when it may be tried again, or the wallet's own words, or the kit's. */
const whyNot = (say: Say, { notice, reason, tooEarly }: Omit<EmailUpdate, 'email'>): string =>
  tooEarly === undefined ? (reason ?? say(notice ?? 'login.notUpdated')) : say('login.tooEarly', { seconds: tooEarly })
