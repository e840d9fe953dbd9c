import { LinkButton, ShieldIcon } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { readWord, type WordStorage } from '../ownWord/ownWord.js'
import { sayOfWord } from '../ownWord/sayOfWord.js'
import { WordForm } from '../ownWord/WordForm.js'
import { Thing } from '../views/Thing.js'

/** The word by which the wallet's own windows are known in this browser, in the list of what protects the wallet. */
export function OwnWord({ window }: { readonly window: WordStorage }): ReactNode {
  const [word, setWord] = useState(() => readWord(window)?.word ?? '')
  const [isChoosing, setChoosing] = useState(false)
  const leave = () => setChoosing(false)
  const choose = (
    <LinkButton
      aria-label={`${sayOfWord('word.title')}: ${sayOfWord(word === '' ? 'word.choose' : 'word.change')}`}
      onClick={() => setChoosing(true)}
    >
      {sayOfWord(word === '' ? 'word.choose' : 'word.change')}
    </LinkButton>
  )
  return (
    <>
      <Thing
        icon={<ShieldIcon />}
        name={sayOfWord('word.title')}
        about={word === '' ? sayOfWord('word.none') : <bdi>{word}</bdi>}
        end={isChoosing ? null : choose}
      />
      {isChoosing ? (
        <li>
          <WordForm
            {...{ window, word }}
            onKept={(next) => {
              setWord(next)
              leave()
            }}
            onLeft={leave}
          />
        </li>
      ) : null}
    </>
  )
}
