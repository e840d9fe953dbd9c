export type { SiwxVerifier } from '@foyer/core/siwx'
export {
  type AskNear,
  type NearSignedMessage,
  type NearVerifierOptions,
  nearVerifier,
  verifyNearMessage,
} from './nearVerifier.js'
export { type NearSignature, readSignature } from './signature.js'
