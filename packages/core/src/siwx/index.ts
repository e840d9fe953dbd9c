export type { SiwxField, SiwxMessage } from './message.js'
export type { SignedText, Siwx, SiwxRequest, SiwxSession, SiwxVerifier } from './siwx.js'
export { createNonce, writeSiwxMessage } from './text.js'
