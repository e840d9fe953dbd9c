import { Button, Field } from '@foyer/parts'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { cleanWord, keepWord, type WordStorage } from './ownWord.js'
import { sayOfWord } from './sayOfWord.js'

export interface WordFormProps {
  readonly window: WordStorage
  /** The word that is shown so far. */
  readonly word: string
  /** @param word - as it is shown from now on */
  readonly onKept: (word: string) => void
  readonly onLeft: () => void
}

/** Has the visitor type the word by which the wallet's own windows are known. */
export function WordForm({ window, word, onKept, onLeft }: WordFormProps): ReactNode {
  const [typed, setTyped] = useState(word)
  const [isRefused, setRefused] = useState(false)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const next = cleanWord(typed)
    if (keepWord(window, { word: next, isOffered: true })) onKept(next)
    else setRefused(true)
  }
  // It leaves this alone, and rejects no request below it.
  const leaveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onLeft()
  }
  return (
    <form className="form" onSubmit={keep} onKeyDown={leaveByKey}>
      <Field
        label={sayOfWord('word.label')}
        hint={sayOfWord('word.hint')}
        error={isRefused ? sayOfWord('word.refused') : undefined}
        value={typed}
        onValueChange={setTyped}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      <div className="actions">
        <Button variant="quiet" onClick={onLeft}>
          {sayOfWord('word.leave')}
        </Button>
        <Button type="submit" variant="quiet" disabled={cleanWord(typed) === word}>
          {sayOfWord('word.keep')}
        </Button>
      </div>
    </form>
  )
}
