/** Requests of Cosmos in words, before a wallet is asked: pure, without keys or storage. */
export {
  describeCosmos,
  type Level,
  levelOf,
  RequestTooLargeError,
  sayRequestInEnglish,
  spokenRequest,
} from '@foyer/signing/cosmos/words'
export { cosmosWords } from './cosmosWords.js'
