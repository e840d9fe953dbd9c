/** Bitcoin requests in words, before a wallet is asked: pure, without keys or storage. */
export {
  type DescribedRequest,
  describeBitcoin,
  type Level,
  levelOf,
  type Outside,
  type RequestSentence,
  RequestTooLargeError,
  type Say,
  type ShownRequest,
  sayRequestInEnglish,
  spokenRequest,
  type WalletNetwork,
} from '@foyer/signing/bip122/words'
export { bitcoinWords } from './bitcoinWords.js'
