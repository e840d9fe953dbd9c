/** Verifies sign-ins with a wallet (Sign In With X) in a dapp's own backend. */
export type { SiwxMessage, SiwxVerifier } from '@foyer/core/siwx'
export { SiwxMessageError, SiwxSignatureError } from '@foyer/core/siwx'
export { InvalidSiwxDomainError } from './errors.js'
export { type MemoryNoncesOptions, memoryNonces, type Nonces } from './nonces.js'
export * from './siwxVerifier.js'
