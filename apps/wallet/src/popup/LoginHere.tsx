import { LinkButton } from '@foyer/parts'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { WalletError } from '../errors.js'
import { sayAtLogin } from '../login/LoginMessage.js'
import { sentenceOf } from '../login/login.js'
import { sayInWindow } from '../messages/windowSentences.js'
import { DigitsField } from '../views/DigitsField.js'
import { MessageForm } from '../views/MessageForm.js'
import type { OwnWallet } from './ownWallet.js'
import { WaitHere } from './WaitHere.js'

/** The beginning of a login. */
export interface LoginBeginning {
  readonly begin: () => void
  readonly isBusy: boolean
  readonly failure: string
}

export interface LoginHereProps {
  readonly wallet: Pick<OwnWallet, 'site' | 'login' | 'screen' | 'isOpen' | 'continueHere' | 'openBy'>
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
  const [isSentAgain, setSentAgain] = useState(false)
  const { login: screen } = useSyncExternalStore(wallet.screen.subscribe, wallet.screen.get)
  const act = (work: () => Promise<void>) => {
    setBusy(true)
    setFailure('')
    setSentAgain(false)
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
  /** Has a mail sent, and waits for its link where that is to be used. @returns whether the wallet is open then */
  const send = async (wait?: () => void) => {
    const { action } = await login.email(email)
    if (action !== 'VERIFY_DEVICE') return action === 'CONNECT'
    wait?.()
    return (await untilLetIn(() => login.device())) === 'CONNECT'
  }
  const begin = () => act(async () => ((await send(() => setStep('mail'))) ? arrive() : setStep('code')))
  /** Has the newest code replaced; the mail's link was used, so nothing is waited for but room for another mail. */
  const again = () => act(async () => ((await send()) ? arrive() : setSentAgain(true)))
  const enter = (code: string) =>
    act(async () => {
      await login.code(code)
      arrive()
    })
  if (step === 'code')
    return <Code {...{ email, failure, isBusy, isSentAgain }} onCode={enter} onAgain={again} onLeft={onLeft} />
  if (step === 'mail' && screen) return <WaitHere wallet={wallet} screen={screen} />
  return first({ begin, isBusy, failure })
}

/** After these the code that was sent last may still be typed. */
const mayTryOn: ReadonlySet<string> = new Set(['error.codeWrong', 'error.codeReplaced', 'error.tooManyCodes'])

const isWrongCode = (error: unknown): boolean => error instanceof WalletError && mayTryOn.has(error.sentence)

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

interface CodeProps {
  readonly email: string
  readonly failure: string
  readonly isBusy: boolean
  /** Another code was sent meanwhile. */
  readonly isSentAgain: boolean
  readonly onCode: (code: string) => void
  readonly onAgain: () => void
  readonly onLeft: () => void
}

/** The boxes for the code; what is whole is looked at, and what was wrong is typed anew. */
function Code({ email, failure, isBusy, isSentAgain, onCode, onAgain, onLeft }: CodeProps): ReactNode {
  const [code, setCode] = useState('')
  const noteId = useId()
  // What was wrong is typed anew.
  useEffect(() => {
    if (failure !== '') setCode('')
  }, [failure])
  const isWhole = code.length === codeDigits
  const enter = (typed: string) => {
    setCode(typed)
    if (typed.length === codeDigits && !isBusy) onCode(typed)
  }
  return (
    <MessageForm
      title={sayInWindow('window.code')}
      isBusy={isBusy}
      leave={sayInWindow('window.cancel')}
      onLeave={onLeft}
      submit={{ label: sayInWindow('window.open'), isReady: isWhole, onSubmit: () => onCode(code) }}
    >
      <DigitsField
        label={sayInWindow('window.codeSay', { email })}
        digits={codeDigits}
        value={code}
        onValueChange={enter}
        noteId={noteId}
        invalid={failure !== ''}
        busy={isBusy}
        isOnly
      />
      <p id={noteId} className="small" role="alert">
        {failure || (isSentAgain ? sayInWindow('window.sentAgain') : '')}
      </p>
      <LinkButton
        partName="send-again"
        disabled={isBusy}
        onClick={() => {
          setCode('')
          onAgain()
        }}
      >
        {sayAtLogin('digits.again')}
      </LinkButton>
    </MessageForm>
  )
}

const codeDigits = 6
