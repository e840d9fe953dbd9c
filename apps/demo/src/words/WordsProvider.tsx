import { createContext, Fragment, type ReactNode, useContext } from 'react'
import type { Words } from './words.js'

const WordsContext = createContext<Words | undefined>(undefined)

export interface WordsProviderProps {
  readonly words: Words
  readonly children: ReactNode
}

/** Gives the page's words to everything inside. */
export function WordsProvider({ words, children }: WordsProviderProps) {
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
}

/** The words of the page's language. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('No WordsProvider above.')
  return words
}

export interface FilledProps {
  readonly sentence: string
  /** The values in the sentence's places, by their names. */
  readonly places: Readonly<Record<string, ReactNode>>
}

/** A sentence with pieces of the page in its places. */
export function Filled({ sentence, places }: FilledProps): ReactNode {
  // Between two texts stands the name of a place.
  return sentence
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      <Fragment key={`${index}-${piece}`}>{index % 2 === 0 ? piece : (places[piece] ?? piece)}</Fragment>
    ))
}
