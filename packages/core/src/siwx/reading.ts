/* What a server needs that reads a sign-in, and writes none. */
export { checkSiwx } from './checkMessage.js'
export { parseSiwxMessage } from './parseMessage.js'
export { SiwxMessageError } from './siwxErrors.js'
