export type { SiwxVerifier } from '@foyer/core/siwx'
export { offchainMessage, offchainText } from './offchain.js'
export { type SolanaSignedMessage, solanaVerifier, verifySolanaMessage } from './solanaVerifier.js'
