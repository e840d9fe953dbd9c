/** Requests of MultiversX in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeMultiversx,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/multiversx/words'
export { multiversxWords } from './multiversxWords.js'
