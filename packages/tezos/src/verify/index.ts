export type { SiwxVerifier } from '@foyer/core/siwx'
export { readSignature, type TezosSignature } from './signature.js'
export { type TezosSignedMessage, tezosVerifier, verifyTezosMessage } from './tezosVerifier.js'
