import { Button, Field } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { useTypedAlone } from '../views/useTypedAlone.js'
import { download } from './download.js'

export interface ExportProps {
  /** The wallet in a file that a password opens. */
  readonly onFile: (password: string) => Promise<string>
  readonly onWords: () => Promise<string>
}

/** A thief of the file tries passwords as fast as they have machines. */
const leastLetters = 12

/** Takes the wallet with one: a file under a password, or, after a warning, its words. */
export function Export({ onFile, onWords }: ExportProps): ReactNode {
  const [password, setPassword] = useState('')
  const { isBusy, failure, act } = useWork()
  const place = useTypedAlone()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act(async () => {
      download({ name: 'wallet.json', text: await onFile(password) })
      setPassword('')
    })
  }
  return (
    <section className="panel" aria-labelledby="export">
      <h2 id="export">{sayHere('export.title')}</h2>
      <p className="lead">{sayHere('export.say')}</p>
      <form onSubmit={submit} className="form">
        <div ref={place}>
          <Field
            label={sayHere('export.password')}
            hint={sayHere('export.passwordHint')}
            error={failure || undefined}
            type="password"
            autoComplete="new-password"
            minLength={leastLetters}
            required
            dir="ltr"
            value={password}
            onValueChange={setPassword}
          />
        </div>
        <ArmedButton variant="quiet" type="submit" busy={isBusy} disabled={password.length < leastLetters}>
          {sayHere('export.file')}
        </ArmedButton>
      </form>
      <Words onWords={onWords} />
    </section>
  )
}

/** The words, after a warning, for as long as they are wanted. */
function Words({ onWords }: Pick<ExportProps, 'onWords'>): ReactNode {
  const [shown, setShown] = useState<'no' | 'warned' | { readonly words: string }>('no')
  const { isBusy, failure, act } = useWork()
  const hide = () => setShown('no')
  if (shown === 'no')
    return (
      <Button variant="quiet" onClick={() => setShown('warned')}>
        {sayHere('export.words')}
      </Button>
    )
  if (shown === 'warned')
    return (
      <div className="warning" role="alert">
        <p>{sayHere('export.wordsSay')}</p>
        {failure ? <p className="failure">{failure}</p> : null}
        <div className="buttons">
          <Button variant="quiet" disabled={isBusy} onClick={hide}>
            {sayHere('dashboard.cancel')}
          </Button>
          <ArmedButton
            variant="danger"
            busy={isBusy}
            onClick={() => act(async () => setShown({ words: await onWords() }))}
          >
            {sayHere('export.wordsDo')}
          </ArmedButton>
        </div>
      </div>
    )
  return (
    <div className="warning">
      <ol className="words" dir="ltr" translate="no">
        {shown.words.split(' ').map((word, index) => (
          <li key={index}>{word}</li>
        ))}
      </ol>
      <Button variant="quiet" onClick={hide}>
        {sayHere('export.hide')}
      </Button>
    </div>
  )
}
