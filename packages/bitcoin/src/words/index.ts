/** Bitcoin requests in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeBitcoin,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/bip122/words'
export { bitcoinWords } from './bitcoinWords.js'
