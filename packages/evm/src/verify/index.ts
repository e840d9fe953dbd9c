export type { SiwxVerifier } from '@foyer/core/siwx'
export type { AskChain } from './contractSignature.js'
export { type EvmVerifierOptions, evmVerifier } from './evmVerifier.js'
