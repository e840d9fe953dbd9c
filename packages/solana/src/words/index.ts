/** Solana requests in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeSolana,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/solana/words'
export { solanaWords } from './solanaWords.js'
