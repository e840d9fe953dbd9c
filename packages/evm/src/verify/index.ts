export type { SiwxVerifier } from '@foyer/core/siwx'
export type { AskChain } from './contractSignature.js'
export { type EvmVerifierOptions, evmSignerKind, evmVerifier } from './evmVerifier.js'
export type { EvmSignedMessage } from './verifyEvmMessage.js'
