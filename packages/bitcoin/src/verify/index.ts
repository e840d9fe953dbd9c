export type { SiwxVerifier } from '@foyer/core/siwx'
export { type AddressKind, type ReadAddress, readAddress } from './address.js'
export { type BitcoinSignedMessage, bitcoinVerifier, verifyBitcoinMessage } from './bitcoinVerifier.js'
