export type { SiwxVerifier } from '@foyer/core/siwx'
export {
  type OffchainEnvelope,
  type OffchainMessageOptions,
  offchainEnvelope,
  offchainMessage,
  offchainText,
} from './offchain.js'
export { type SolanaSignedMessage, solanaVerifier, verifySolanaMessage } from './solanaVerifier.js'
