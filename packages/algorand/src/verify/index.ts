export type { SiwxVerifier } from '@foyer/core/siwx'
export {
  type AlgorandSignedMessage,
  type AlgorandVerifierOptions,
  type AskAlgorand,
  algorandVerifier,
  verifyAlgorandMessage,
} from './algorandVerifier.js'
