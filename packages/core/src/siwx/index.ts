export * from './checkMessage.js'
export * from './message.js'
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
