import { Button } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { WalletError } from '../errors.js'
import { sentenceOf } from '../login/login.js'
import { say } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { DigitsField } from '../views/DigitsField.js'
import { Message } from '../views/Message.js'
import type { OwnWallet } from './ownWallet.js'
import { WaitHere } from './WaitHere.js'

/** What begins a login. */
export interface LoginBeginning {
  readonly begin: () => void
  readonly isBusy: boolean
  readonly failure: string
}

export interface LoginHereProps {
  readonly wallet: Pick<OwnWallet, 'site' | 'login' | 'screen' | 'isOpen' | 'continueHere' | 'openDoor'>
  readonly email: string
  /** Shows why a login comes, and what begins it. */
  readonly first: (beginning: LoginBeginning) => ReactNode
  /** The account that was asked for is open here. */
  readonly onOpened: () => void
  readonly onLeft: () => void
}

/** A login in a window of the wallet's own, which has no application around it that would ask for each step: why, the mail's link, the code. */
export function LoginHere({ wallet, email, first, onOpened, onLeft }: LoginHereProps): ReactNode {
  const { login } = wallet
  const [step, setStep] = useState<'begin' | 'mail' | 'code'>('begin')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { login: screen } = useSyncExternalStore(wallet.screen.subscribe, wallet.screen.get)
  const act = (work: () => Promise<void>) => {
    setBusy(true)
    setFailure('')
    work()
      .catch((error: unknown) => {
        setFailure(sentenceOf(error))
        // A code may be tried again, and a wait is shown; after anything else it begins anew.
        if (!isWrongCode(error) && !wallet.screen.get().login) setStep('begin')
      })
      .finally(() => setBusy(false))
  }
  const arrive = () => {
    if (!wallet.isOpen()) throw new WalletError({ sentence: 'error.otherWallet' })
    onOpened()
  }
  const begin = () =>
    act(async () => {
      const { action } = await login.email(email)
      if (action === 'CONNECT') return arrive()
      if (action === 'VERIFY_DEVICE') {
        setStep('mail')
        if (await untilLetIn(() => login.device())) return arrive()
      }
      setStep('code')
    })
  const enter = (code: string) =>
    act(async () => {
      await login.code(code)
      arrive()
    })
  if (step === 'code') return <Code email={email} failure={failure} isBusy={isBusy} onCode={enter} onLeft={onLeft} />
  if (step === 'mail' && screen) return <WaitHere wallet={wallet} screen={screen} />
  return first({ begin, isBusy, failure })
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof WalletError && (error.sentence === 'error.codeWrong' || error.sentence === 'error.codeReplaced')

/** Asks on for as long as a login waits, which takes longer than one question may: for a mail, for a window, for the keeper. Nothing is sent again. */
export async function untilLetIn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof WalletError) || error.sentence !== 'error.stillWaiting') throw error
    }
  }
}

function Code({
  email,
  failure,
  isBusy,
  onCode,
  onLeft,
}: {
  readonly email: string
  readonly failure: string
  readonly isBusy: boolean
  readonly onCode: (code: string) => void
  readonly onLeft: () => void
}): ReactNode {
  const [code, setCode] = useState('')
  const isWhole = /^\d{6}$/.test(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !isBusy) onCode(code)
  }
  return (
    <form onSubmit={submit} className="frame">
      <Message
        title={sayInWindow('window.code')}
        actions={
          <>
            <Button variant="quiet" disabled={isBusy} onClick={onLeft}>
              {say('approve.reject')}
            </Button>
            <Button type="submit" busy={isBusy} disabled={!isWhole}>
              {sayInWindow('window.open')}
            </Button>
          </>
        }
      >
        <DigitsField
          label={sayInWindow('window.codeSay', { email })}
          digits={6}
          value={code}
          onValueChange={setCode}
          isOnly
        />
        {failure ? <p className="small">{failure}</p> : null}
      </Message>
    </form>
  )
}
