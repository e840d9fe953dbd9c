export {
  checkSiwx,
  clockSlackMs,
  type ExpectedSiwx,
  isSameSiwxAddress,
  type SiwxCheck,
  siwxDomain,
} from './checkMessage.js'
export { type SiwxFault, SiwxMessageError, type SiwxMessageErrorCode, SiwxSignatureError } from './errors.js'
export { createNonce } from './nonce.js'
export { parseSiwxMessage } from './parseMessage.js'
export type { SignedText, Siwx, SiwxField, SiwxMessage, SiwxRequest, SiwxSession, SiwxVerifier } from './siwx.js'
export { layOutSiwxMessage, longestText, type SiwxLines, writeSiwxMessage } from './writeMessage.js'
