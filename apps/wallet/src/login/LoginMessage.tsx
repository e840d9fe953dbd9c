import { Button, ClockIcon, MailIcon, ShieldIcon } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import type { ShownIn } from '../arming/arming.js'
import { loginSentences } from '../messages/loginSentences.js'
import { say, sayOf, timeOf } from '../messages/say.js'
import { EmailAddress } from '../views/EmailAddress.js'
import { Message } from '../views/Message.js'
import { WithValue } from '../views/WithValue.js'
import type { ChangeScreen } from './changeEmail.js'
import type { Continuation } from './continuation.js'
import { type LoginScreen, sentenceOf } from './login.js'

export const sayAtLogin = (name: keyof typeof loginSentences, values: Readonly<Record<string, string>> = {}): string =>
  sayOf(loginSentences, name, values)

export interface LoginMessageProps {
  readonly login: LoginScreen | ChangeScreen
  readonly shownIn: ShownIn
  /** Continues without the link; called in the press. Says once the visitor has opened the wallet. @throws WalletError, whose sentence is shown */
  readonly onContinue: (continuation: Continuation, onOpened: () => void) => Promise<void>
  /** Puts it away, where something lies below it. */
  readonly onClose?: (() => void) | undefined
  /** Goes by another address, where that is asked for elsewhere. */
  readonly onAnother?: (() => void) | undefined
}

/** Shows what a login needs of the visitor: the mail's link, what they have, or patience. */
export function LoginMessage({ login, ...props }: LoginMessageProps): ReactNode {
  if (login.is !== 'change') return <Continuable login={login} {...props} />
  return (
    <Message title={sayAtLogin('digits.title')} picture={<MailIcon />} onClose={props.onClose}>
      <p>
        <WithValue sentence={sayAtLogin('change.say', { email: login.email })} value={login.email}>
          <EmailAddress email={login.email} />
        </WithValue>
      </p>
      <ShownDigits digits={login.digits} />
    </Message>
  )
}

const ShownDigits = ({ digits }: { readonly digits: string }): ReactNode => (
  <p className="small">
    {sayAtLogin('digits.label')}{' '}
    <b className="digits" role="img" aria-label={[...digits].join(' ')}>
      {digits}
    </b>
  </p>
)

type ContinuableProps = Omit<LoginMessageProps, 'login'> & { readonly login: LoginScreen }

function Continuable({ login, shownIn, onContinue, onClose, onAnother }: ContinuableProps): ReactNode {
  const { go, failure, fail, isBusy } = useContinuation(login.toContinue, onContinue)
  const onward = (variant: 'filled' | 'quiet', name: keyof typeof loginSentences) => (
    <Button variant={variant} disabled={!go} busy={isBusy} onClick={() => go?.()}>
      {sayAtLogin(name)}
    </Button>
  )
  if (login.is === 'digits')
    return <Digits {...{ login, failure, fail, onClose, onAnother }} onward={onward('quiet', 'digits.continue')} />
  if (login.is === 'secured')
    return (
      <Message
        title={sayAtLogin('secured.title')}
        picture={<ShieldIcon />}
        onClose={onClose}
        note={failure}
        actions={onward('filled', 'held.continue')}
      >
        <p>{sayAtLogin('secured.say')}</p>
      </Message>
    )
  const when = timeOf(login.opensAt)
  return (
    <Message
      title={sayAtLogin('held.title')}
      picture={<ClockIcon />}
      onClose={onClose}
      note={failure ?? sayAtLogin('digits.continueWhy')}
      actions={
        <>
          <ArmedButton variant="quiet" shownIn={shownIn} onClick={login.cancel}>
            {sayAtLogin('held.cancel')}
          </ArmedButton>
          {onward('filled', 'held.continue')}
        </>
      }
    >
      <p>
        {login.email === null ? (
          say('held.sayHere', { when })
        ) : (
          <WithValue sentence={sayAtLogin('held.say', { when, email: login.email })} value={login.email}>
            <EmailAddress email={login.email} />
          </WithValue>
        )}
      </p>
      {login.digits === '' ? null : (
        <p className="small">
          {sayAtLogin('held.sooner', { digits: login.digits, address: `${window.location.host}/dashboard` })}
        </p>
      )}
    </Message>
  )
}

/** One view for the visit to the mailbox: where it was written to, the digits that the keeper's page asks for, another mail; and folded, what goes on without one. */
function Digits({
  login: { digits, email, isOverHour, againAt, sendAgain },
  onward,
  failure,
  fail,
  onClose,
  onAnother,
}: Pick<LoginMessageProps, 'onClose' | 'onAnother'> &
  Pick<Continuing, 'failure' | 'fail'> & {
    readonly login: Extract<LoginScreen, { readonly is: 'digits' }>
    readonly onward: ReactNode
  }): ReactNode {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticks = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(ticks)
  }, [])
  const seconds = Math.ceil((againAt - now) / 1_000)
  const isEarly = seconds > 0
  return (
    <Message
      title={sayAtLogin('digits.title')}
      picture={<MailIcon />}
      onClose={onClose}
      note={failure}
      actions={
        <>
          {onAnother ? (
            <Button variant="quiet" onClick={onAnother}>
              {sayAtLogin('digits.another')}
            </Button>
          ) : null}
          <Button variant="quiet" disabled={isEarly} onClick={() => void sendAgain().catch(fail)}>
            {sayAtLogin(isEarly ? 'digits.againIn' : 'digits.again', { seconds: `${seconds}` })}
          </Button>
        </>
      }
    >
      <p>
        {sayAtLogin(isOverHour ? 'digits.fiveAnHour' : 'digits.say')}{' '}
        <b>
          <EmailAddress email={email} />
        </b>
      </p>
      {digits === '' ? null : <ShownDigits digits={digits} />}
      <details className="ways">
        <summary>{sayAtLogin('digits.continueWhy')}</summary>
        {onward}
      </details>
    </Message>
  )
}

interface Continuing {
  /** To be called in a press; undefined until there is something to continue with. */
  readonly go: (() => void) | undefined
  readonly failure: string | undefined
  /** Shows why something else wasn't done. */
  readonly fail: (error: unknown) => void
  /** The visitor has opened the wallet in the window, and it is taken over here. */
  readonly isBusy: boolean
}

/** A way on without the mail: the keeper's, where it knows this browser; or what the visitor has. */
function useContinuation(
  toContinue: () => Promise<Continuation>,
  onContinue: LoginMessageProps['onContinue'],
): Continuing {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [continuation, setContinuation] = useState<Continuation>()
  const fail = (error: unknown) => setFailure(sentenceOf(error))
  // Made before the press: a window opens only in the press itself.
  useEffect(() => {
    toContinue().then(setContinuation, (error: unknown) => setFailure(sentenceOf(error)))
  }, [toContinue])
  const go = (made: Continuation) =>
    onContinue(made, () => setBusy(true))
      .catch(fail)
      .finally(() => setBusy(false))
  return { go: continuation && (() => void go(continuation)), failure, fail, isBusy }
}
