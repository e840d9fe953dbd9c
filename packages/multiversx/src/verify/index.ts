export type { SiwxVerifier } from '@foyer/core/siwx'
export {
  isSignedBy,
  type MultiversxSignedMessage,
  messageHash,
  multiversxVerifier,
  verifyMultiversxMessage,
} from './multiversxVerifier.js'
