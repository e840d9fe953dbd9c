/** EVM requests in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeEip155,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/words'
export { evmWords } from './evmWords.js'
