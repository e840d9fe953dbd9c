/** Requests of Polkadot in words, before a wallet is asked: pure, without keys or storage. */
export {
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/polkadot/words'
export { polkadotWords } from './polkadotWords.js'
export { describePolkadot } from './reader.js'
