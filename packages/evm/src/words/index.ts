/** EVM requests in words, before a wallet is asked: pure, without keys or storage. */
export {
  type DescribedRequest,
  describeEip155,
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
} from '@foyer/signing/words'
export { evmWords } from './evmWords.js'
