import type { ViewProps } from '@foyer/core'
import { contextOf, shownClock } from '@foyer/core/internal'
import { goBack } from '@foyer/core/view'
import { Button, ErrorState, LinkButton, MailIcon, part } from '@foyer/parts'
import { CodeField } from '@foyer/parts/code'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type Login, useFoyerLogin } from '../../headless/login.js'
import { useSelect } from '../../useSelect.js'
import { Announcement } from '../Announcement.js'
import { useReturnedFocus } from '../hooks/useReturnedFocus.js'
import { useModal } from '../modalContext.js'
import { Beside } from './Beside.js'
import { whyFailed } from './whyFailed.js'

/** A link was sent, by which the visitor lets this device in. */
export function EmailVerifyDeviceView({ email }: ViewProps<'EmailVerifyDevice'>): ReactNode {
  const { say } = useModal()
  const login = useFoyerLogin()
  useLeft()
  if (isOver(login)) return <Over login={login} email={email} />
  const lead = say(login.moreThanSent ? 'login.fiveAnHour' : 'login.linkSent')
  return (
    <div {...part({ name: 'login-mail' })}>
      <span {...part({ name: 'login-sign' })}>
        <MailIcon />
      </span>
      <Sent lead={lead} email={email} />
      {login.moreThanSent ? null : <GoodUntil at={login.expiresAt} words="login.linkGood" />}
      <SendAgain {...login} />
      <Another />
      <Announcement>{`${lead} ${email}`}</Announcement>
    </div>
  )
}

/** Back to where the address was typed, once the visitor has said so in the wallet's own frame. */
function useLeft(): void {
  const { foyer } = useModal()
  const isLeft = useSelect(({ connection: { attempts } }) => {
    const step = attempts.connect?.step
    return step?.type === 'deviceApproval' && step.isLeft === true
  })
  useEffect(() => {
    if (isLeft) goBack(foyer)
  }, [isLeft, foyer])
}

/** A code was sent, and is to be typed in. */
export function EmailVerifyOtpView({ email }: ViewProps<'EmailVerifyOtp'>): ReactNode {
  const { say } = useModal()
  const login = useFoyerLogin()
  const { phase } = login
  if (isOver(login)) return <Over login={login} email={email} />
  const lead = say(login.moreThanSent ? 'login.fiveAnHour' : 'login.codeSent')
  return (
    <div {...part({ name: 'login-mail' })}>
      <Sent lead={lead} email={email} />
      <TypedCode {...login} isOpen={phase === 'code'} isChecking={phase === 'checking'} />
      {login.moreThanSent ? null : <GoodUntil at={login.expiresAt} words="login.codeGood" />}
      <SendAgain {...login} />
      <Another />
      <Announcement>{phase === 'checking' ? say('login.checking') : `${lead} ${email}`}</Announcement>
    </div>
  )
}

export interface TypedCodeProps extends Pick<Login, 'digits' | 'wrongCodes' | 'submitCode'> {
  /** One is asked for. */
  readonly isOpen: boolean
  /** Whether what was typed is being looked at. */
  readonly isChecking: boolean
}

/** The boxes for a code that was sent, and what was wrong with the last. */
export function TypedCode({ digits, wrongCodes, submitCode, isOpen, isChecking }: TypedCodeProps): ReactNode {
  const { say } = useModal()
  const noteId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useCode(wrongCodes)
  useReturnedFocus({ within: field, find: () => field.current ?? undefined })
  const type = (typed: string) => {
    setCode(typed)
    if (typed.length === digits) submitCode(typed)
  }
  const wrong = wrongCodes > 0 && isOpen && code === ''
  return (
    <>
      <CodeField
        field={field}
        label={say('login.code')}
        digits={digits}
        value={code}
        onValueChange={type}
        noteId={noteId}
        invalid={wrong}
        busy={isChecking}
      />
      <p id={noteId} role="alert" {...part({ name: 'login-note' })}>
        {wrong ? say('login.wrongCode') : null}
      </p>
    </>
  )
}

/** Keeps the typed code; after each code that was wrong the boxes are empty again. */
function useCode(wrongCodes: number): readonly [string, (code: string) => void] {
  const [code, setCode] = useState('')
  const [before, setBefore] = useState(wrongCodes)
  if (wrongCodes !== before) {
    setBefore(wrongCodes)
    setCode('')
  }
  return [code, setCode]
}

const isOver = ({ phase }: Login): boolean => phase === 'failed' || phase === 'idle'

export function Sent({ lead, email }: { readonly lead: string; readonly email: string }): ReactNode {
  return (
    <p {...part({ name: 'login-sent' })}>
      {lead}{' '}
      <b dir="ltr" title={email}>
        {email}
      </b>
    </p>
  )
}

export function GoodUntil({
  at,
  words,
}: {
  readonly at: number | undefined
  readonly words: 'login.linkGood' | 'login.codeGood'
}): ReactNode {
  const { say, foyer } = useModal()
  if (at === undefined) return null
  return (
    <p {...part({ name: 'login-good' })}>
      {say(words, { time: shownClock({ at, locale: foyer.options.locale.tag }) })}
    </p>
  )
}

/** Has another mail sent, once that may be asked for. */
function SendAgain({ againIn, sendAgain, phase, noMoreSent }: Login): ReactNode {
  const { say, foyer } = useModal()
  const isWaiting = againIn > 0
  const press = () => {
    sendAgain()
    if (noMoreSent) return
    const message = phase === 'device' ? 'login.linkSentAgain' : 'login.sentAgain'
    contextOf(foyer).update(() => ({ snackbar: { variant: 'success', message } }))
  }
  return (
    <LinkButton partName="send-again" disabled={isWaiting || (phase !== 'code' && phase !== 'device')} onClick={press}>
      {isWaiting ? say('login.sendAgainIn', { seconds: againIn }) : say('login.sendAgain')}
    </LinkButton>
  )
}

/** Back to where the address was typed. */
function Another(): ReactNode {
  const { say, foyer } = useModal()
  return (
    <Beside
      text={say('login.notYours')}
      label={say('login.another')}
      partName="another-address"
      onPress={() => goBack(foyer)}
    />
  )
}

/** The login has failed, with the way to another. */
function Over({ login, email }: { readonly login: Login; readonly email: string }): ReactNode {
  const { say } = useModal()
  return (
    <ErrorState
      message={login.phase === 'failed' ? whyFailed(say, login) : say('login.endedWhy')}
      action={
        <Button size="sm" partName="start-again" onClick={() => login.start({ method: 'email', email })}>
          {say('login.startAgain')}
        </Button>
      }
    />
  )
}
