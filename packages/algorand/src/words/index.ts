/** Requests of Algorand in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeAlgorand,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/algorand/words'
export { algorandWords } from './algorandWords.js'
