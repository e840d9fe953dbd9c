/** Solana requests in words, before a wallet is asked: pure, without keys or storage. */
export {
  type DescribedRequest,
  describeSolana,
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
} from '@foyer/signing/solana/words'
export { solanaWords } from './solanaWords.js'
