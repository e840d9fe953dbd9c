/** Requests of NEAR in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeNear,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/near/words'
export { nearWords } from './nearWords.js'
