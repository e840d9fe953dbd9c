export type { SiwxVerifier } from '@foyer/core/siwx'
export { type BitcoinSignedMessage, bitcoinVerifier, verifyBitcoinMessage } from './bitcoinVerifier.js'
