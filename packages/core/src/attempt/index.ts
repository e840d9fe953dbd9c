/** Requests to a wallet or a visitor: their steps, and the visitor's answers. */

export { isAsking, isRunning, offerOf } from '../state/attempt.js'
export { type AnswerParameters, answer } from './answer.js'
