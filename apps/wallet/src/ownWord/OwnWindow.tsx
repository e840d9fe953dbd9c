import { LinkButton, ShieldIcon } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { keepWord, readWord, type WordStorage } from './ownWord.js'
import { sayOfWord } from './sayOfWord.js'
import { WordForm } from './WordForm.js'

export interface OwnWindowProps {
  readonly window: WordStorage
  /** Whether choosing a word is offered here, once in this browser. */
  readonly offers?: boolean | undefined
  readonly children: ReactNode
}

/** A window of the wallet's own, with the word that its visitor has chosen above all that it shows. */
export function OwnWindow({ window, offers = false, children }: OwnWindowProps): ReactNode {
  const [kept] = useState(() => readWord(window))
  const [word, setWord] = useState(kept?.word ?? '')
  const [isOffering, setOffering] = useState(offers && kept?.isOffered === false && kept.word === '')
  const [isChoosing, setChoosing] = useState(false)
  useEffect(() => {
    if (isOffering) keepWord(window, { word: '', isOffered: true })
  }, [isOffering, window])
  if (word === '' && !isOffering) return children
  const leave = () => setChoosing(false)
  return (
    <div className="own">
      <aside className="known" aria-label={sayOfWord('word.title')}>
        {isChoosing ? (
          <WordForm
            {...{ window, word }}
            onKept={(next) => {
              setWord(next)
              leave()
            }}
            onLeft={() => {
              setOffering(false)
              leave()
            }}
          />
        ) : word === '' ? (
          <p className="small offer">
            <span>{sayOfWord('word.offer')}</span>
            <LinkButton onClick={() => setChoosing(true)}>{sayOfWord('word.choose')}</LinkButton>
          </p>
        ) : (
          <p className="word">
            <ShieldIcon />
            <span className="small">{sayOfWord('word.title')}</span>
            <bdi>{word}</bdi>
          </p>
        )}
      </aside>
      {children}
    </div>
  )
}
