export type { SiwxVerifier } from '@foyer/core/siwx'
export { type CardanoSignedMessage, cardanoVerifier, verifyCardanoMessage } from './cardanoVerifier.js'
