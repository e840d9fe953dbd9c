export {
  checkSiwx,
  clockSlackMs,
  type ExpectedSiwx,
  type IsSameSiwxAddressParameters,
  isSameSiwxAddress,
  type SiwxCheck,
  siwxDomain,
} from './checkMessage.js'
export {
  createNonce,
  layOutSiwxMessage,
  longestText,
  parseSiwxMessage,
  type SiwxLines,
  writeSiwxMessage,
} from './message.js'
export type {
  CreateMessageParameters,
  SignedText,
  Siwx,
  SiwxFault,
  SiwxField,
  SiwxMessage,
  SiwxMessageErrorCode,
  SiwxRequest,
  SiwxSession,
  SiwxVerifier,
} from './siwx.js'
export { SiwxMessageError, SiwxSignatureError } from './siwx.js'
