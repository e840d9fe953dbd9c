import type { Bytes } from '@foyer/custody/bytes'
import { readPaper } from '@foyer/login/paper'
import { Button, LongField } from '@foyer/parts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { Message } from '../views/Message.js'

export interface PaperFieldProps {
  readonly isBusy: boolean
  /** Why what the paper was used for failed. */
  readonly failure: string
  readonly onPaper: (part: Bytes) => void
  readonly onLeft: () => void
}

/** A paper that the visitor types in: a group that isn't as it was printed is named. */
export function PaperField({ isBusy, failure, onPaper, onLeft }: PaperFieldProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<number>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const read = await readPaper(typed)
    if ('wrong' in read) return setWrong(read.wrong)
    onPaper(read.part)
  }
  const mistake = wrong === undefined ? undefined : sayHere('paper.wrong', { group: String(wrong) })
  return (
    <form onSubmit={submit} className="frame">
      <Message
        title={sayHere('paper.type')}
        actions={
          <>
            <Button variant="quiet" disabled={isBusy} onClick={onLeft}>
              {sayHere('dashboard.back')}
            </Button>
            <Button type="submit" busy={isBusy} disabled={typed === ''}>
              {sayHere('signIn.open')}
            </Button>
          </>
        }
      >
        <div className="form">
          <LongField
            label={sayHere('paper.letters')}
            hint={sayHere('paper.lettersHint')}
            error={mistake ?? (failure || undefined)}
            value={typed}
            onValueChange={(value) => {
              setTyped(value)
              setWrong(undefined)
            }}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
      </Message>
    </form>
  )
}
