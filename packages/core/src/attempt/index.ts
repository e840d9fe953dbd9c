/** What asks a wallet or a visitor: where it stands, and the visitor's answers. */

export { isAsking, isRunning, offerOf } from '../state/attempt.js'
export { type AnswerParameters, answer } from './answer.js'
