import { Button, ClockIcon, MailIcon } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { type Continuation, type LoginScreen, sentenceOf } from '../login/login.js'
import { loginSentences } from '../messages/loginSentences.js'
import { clockOf, say, sayOf, timeOf } from '../messages/say.js'
import { Message } from './Message.js'

const sayAtLogin = (name: keyof typeof loginSentences, values: Readonly<Record<string, string>> = {}): string =>
  sayOf(loginSentences, name, values)

export interface LoginMessageProps {
  readonly login: LoginScreen
  /** Continues without the mail; called in the press. @throws WalletError, whose sentence is shown */
  readonly onContinue: (continuation: Continuation) => Promise<void>
  /** Puts it away, where something lies below it. */
  readonly onClose?: (() => void) | undefined
}

/** What a login needs of the visitor: the mail's link, or patience. */
export function LoginMessage({ login, onContinue, onClose }: LoginMessageProps): ReactNode {
  const { go, failure } = useContinuation(login.toContinue, onContinue)
  if (login.is === 'digits') return <Digits login={login} go={go} failure={failure} onClose={onClose} />
  const when = timeOf(login.opensAt)
  return (
    <Message
      title={sayAtLogin('held.title')}
      picture={<ClockIcon />}
      onClose={onClose}
      note={login.toContinue && (failure ?? sayAtLogin('digits.continueWhy'))}
      actions={
        <>
          <Button variant="quiet" onClick={login.cancel}>
            {sayAtLogin('held.cancel')}
          </Button>
          {login.toContinue ? (
            <Button disabled={!go} onClick={() => go?.()}>
              {sayAtLogin('held.continue')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>
        {login.email === null ? say('held.sayHere', { when }) : sayAtLogin('held.say', { when, email: login.email })}
      </p>
      {login.digits === '' ? null : (
        <p className="small">{sayAtLogin('held.sooner', { digits: login.digits, address: devicesAt() })}</p>
      )}
    </Message>
  )
}

/** Where another browser of the visitor's lets this one in. */
const devicesAt = (): string => `${window.location.host}/dashboard`

/** The digits that the keeper's page asks for; and a way on without the mail, where the keeper knows this browser. */
function Digits({
  login,
  go,
  failure,
  onClose,
}: Pick<LoginMessageProps, 'onClose'> &
  Continuing & { readonly login: Extract<LoginScreen, { readonly is: 'digits' }> }): ReactNode {
  return (
    <Message
      title={sayAtLogin('digits.title')}
      picture={<MailIcon />}
      onClose={onClose}
      note={failure ?? sayAtLogin('digits.continueWhy')}
      actions={
        <Button variant="quiet" disabled={!go} onClick={() => go?.()}>
          {sayAtLogin('digits.continue')}
        </Button>
      }
    >
      {login.digits === '' ? null : (
        <p className="digits" role="img" aria-label={`${sayAtLogin('digits.label')}: ${[...login.digits].join(' ')}`}>
          {[...login.digits].map((digit, index) => (
            <span key={index}>{digit}</span>
          ))}
        </p>
      )}
      <p>{sayAtLogin('digits.say', { email: login.email })}</p>
      {login.until === undefined ? null : (
        <p className="small">{sayAtLogin('digits.until', { time: clockOf(login.until) })}</p>
      )}
      {login.digits === '' ? null : <p className="small">{sayAtLogin('digits.devices', { address: devicesAt() })}</p>}
    </Message>
  )
}

interface Continuing {
  /** To be called in a press; undefined until there is something to continue with. */
  readonly go: (() => void) | undefined
  readonly failure: string | undefined
}

/** A way on without the mail, where the keeper knows this browser. */
function useContinuation(
  toContinue: (() => Promise<Continuation>) | undefined,
  onContinue: LoginMessageProps['onContinue'],
): Continuing {
  const [failure, setFailure] = useState<string>()
  const [continuation, setContinuation] = useState<Continuation>()
  const fail = (error: unknown) => setFailure(sentenceOf(error))
  // Made before the press: a window opens only in the press itself.
  useEffect(() => {
    toContinue?.().then(setContinuation, (error: unknown) => setFailure(sentenceOf(error)))
  }, [toContinue])
  return { go: continuation && (() => void onContinue(continuation).catch(fail)), failure }
}
