export type { SiwxVerifier } from '@foyer/core/siwx'
export type { PolkadotChain } from '../family.js'
export { type PolkadotSignedMessage, polkadotVerifier, verifyPolkadotMessage } from './polkadotVerifier.js'
