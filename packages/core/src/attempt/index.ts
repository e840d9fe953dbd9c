/** What asks a wallet or a visitor: where it stands, and the visitor's answers. */
export { type AnswerParameters, answer } from './answer.js'
export { isAsking, isRunning, offerOf } from './attempt.js'
