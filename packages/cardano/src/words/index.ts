/** Requests of Cardano in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeCardano,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/cardano/words'
export { cardanoWords } from './cardanoWords.js'
