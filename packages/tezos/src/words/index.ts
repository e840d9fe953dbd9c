/** Requests of Tezos in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeTezos,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/tezos/words'
export { tezosWords } from './tezosWords.js'
