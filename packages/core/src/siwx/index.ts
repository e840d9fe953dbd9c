export {
  checkSiwx,
  clockSlackMs,
  type ExpectedSiwx,
  isSameSiwxAddress,
  type SiwxCheck,
  siwxDomain,
} from './checkMessage.js'
export { type SiwxFault, SiwxMessageError, type SiwxMessageErrorCode, SiwxSignatureError } from './errors.js'
export {
  createNonce,
  layOutSiwxMessage,
  longestText,
  parseSiwxMessage,
  type SiwxLines,
  writeSiwxMessage,
} from './message.js'
export type { SignedText, Siwx, SiwxField, SiwxMessage, SiwxRequest, SiwxSession, SiwxVerifier } from './siwx.js'
