import type { Bytes } from '@foyer/custody/bytes'
import { readPaper } from '@foyer/login/paper'
import { LongField } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { MessageForm } from '../views/MessageForm.js'

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
  const open = async () => {
    const read = await readPaper(typed)
    if ('wrong' in read) return setWrong(read.wrong)
    onPaper(read.part)
  }
  const mistake = wrong === undefined ? undefined : sayHere('paper.wrong', { group: String(wrong) })
  return (
    <MessageForm
      title={sayHere('paper.type')}
      isBusy={isBusy}
      leave={sayHere('dashboard.back')}
      onLeave={onLeft}
      submit={{ label: sayHere('signIn.open'), isReady: typed !== '', onSubmit: open }}
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
    </MessageForm>
  )
}
