export type { SiwxField, SiwxMessage } from './message.js'
export type { SignedText, Siwx, SiwxRequest, SiwxSession, SiwxVerifier } from './siwx.js'
