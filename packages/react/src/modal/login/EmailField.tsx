import { ArrowRightIcon, Button, Field, type FieldProps, IconButton, MailIcon, part, Spinner } from '@foyer/parts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFoyerLogin } from '../../headless/login.js'
import { useModal } from '../modalContext.js'
import { Beside } from './Beside.js'
import { whyFailed } from './whyFailed.js'

/** Shorter ones can't be an address yet: until then there is nothing to press. */
const shortest = 4

interface EmailFieldProps {
  readonly disabled: boolean
}

/** Logging in by e-mail begins with the address: that of the last time, until another is wanted. */
export function EmailField({ disabled }: EmailFieldProps): ReactNode {
  const { knownEmail, email, forgetEmail } = useFoyerLogin()
  const [isLeft, setLeft] = useState(false)
  if (knownEmail === undefined || email !== '') return <TypedEmail disabled={disabled} isFocused={isLeft} />
  const leave = () => {
    setLeft(true)
    forgetEmail()
  }
  return <KnownEmail disabled={disabled} email={knownEmail} onAnother={leave} />
}

interface KnownEmailProps extends EmailFieldProps {
  readonly email: string
  readonly onAnother: () => void
}

/** Goes on by the address of the last time; shortened, as others may look on. */
function KnownEmail({ disabled, email, onAnother }: KnownEmailProps): ReactNode {
  const { say } = useModal()
  const current = useFoyerLogin()
  const { start, phase, login } = current
  const isAsked = login?.method === 'email' && login.email === email
  return (
    <>
      <Button
        partName="login-known"
        icon={<MailIcon />}
        busy={phase === 'starting' && isAsked}
        disabled={disabled}
        onClick={() => start({ method: 'email', email })}
      >
        {say('login.continueAs', { email: shortened(email) })}
      </Button>
      <div {...part({ name: 'login-known-below' })}>
        <p role="alert">{phase === 'failed' && isAsked ? whyFailed(say, current) : null}</p>
        <Beside
          text={say('login.notYours')}
          label={say('login.another')}
          partName="another-email"
          onPress={onAnother}
        />
      </div>
    </>
  )
}

/** Such as `a…@example.com`. */
const shortened = (email: string): string => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`

interface TypedEmailProps extends EmailFieldProps {
  /** The visitor has just asked for it. */
  readonly isFocused: boolean
}

function TypedEmail({ disabled, isFocused }: TypedEmailProps): ReactNode {
  const { say } = useModal()
  const current = useFoyerLogin()
  const { email, setEmail, start, phase, login } = current
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isFocused) form.current?.querySelector('input')?.focus()
  }, [isFocused])
  const typed = email.trim()
  const isAsked = login?.method === 'email' && login.email === typed
  const busy = phase === 'starting' && isAsked
  const submit = () => {
    if (typed.length >= shortest && !busy) start({ method: 'email', email: typed })
  }
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        partName="login-email"
        label={say('login.email')}
        hideLabel
        placeholder={say('login.email')}
        {...addressInput(email)}
        onValueChange={setEmail}
        disabled={disabled}
        readOnly={busy}
        error={phase === 'failed' && isAsked ? whyFailed(say, current) : undefined}
        trailing={
          typed.length >= shortest ? (
            <IconButton
              type="submit"
              partName="login-submit"
              variant="filled"
              label={busy ? say('login.sending') : say('login.continue')}
              icon={busy ? <Spinner /> : <ArrowRightIcon />}
              aria-busy={busy || undefined}
              disabled={disabled}
            />
          ) : null
        }
      />
    </form>
  )
}

/** Returns the props of a field for an address. It is written from left to right, its placeholder as the language is. */
export const addressInput = (value: string): Omit<FieldProps, 'partName' | 'label' | 'onValueChange'> => ({
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  enterKeyHint: 'go',
  dir: value === '' ? undefined : 'ltr',
  value,
  leading: <MailIcon />,
})
