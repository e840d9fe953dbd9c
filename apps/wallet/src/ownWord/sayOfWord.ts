import { sayOf } from '../messages/say.js'
import { wordSentences } from '../messages/wordSentences.js'

/** A sentence about the visitor’s word, in the document’s language. */
export const sayOfWord = (name: keyof typeof wordSentences): string => sayOf(wordSentences, name)
