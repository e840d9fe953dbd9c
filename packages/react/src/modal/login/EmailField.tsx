import { ArrowRightIcon, Field, IconButton, MailIcon, Spinner } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerLogin } from '../../headless/login.js'
import { useModal } from '../modalContext.js'
import { whyFailed } from './whyFailed.js'

/** Shorter ones can't be an address yet: until then there is nothing to press. */
const shortest = 4

/** Logging in by e-mail begins with the address. */
export function EmailField({ disabled }: { readonly disabled: boolean }): ReactNode {
  const { say } = useModal()
  const current = useFoyerLogin()
  const { email, setEmail, start, phase, login } = current
  const typed = email.trim()
  const isAsked = login?.method === 'email' && login.email === typed
  const busy = phase === 'starting' && isAsked
  const submit = () => {
    if (typed.length >= shortest && !busy) start({ method: 'email', email: typed })
  }
  return (
    <form
      noValidate
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
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        // An address is written from left to right, its placeholder as the language is.
        dir={email === '' ? undefined : 'ltr'}
        value={email}
        onValueChange={setEmail}
        disabled={disabled}
        readOnly={busy}
        error={phase === 'failed' && isAsked ? whyFailed(say, current) : undefined}
        leading={<MailIcon />}
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
