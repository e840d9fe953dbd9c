/** A request's words: how it is described, what describes it, and what is asked of the operator's server for that. */

export { type OutsideParameters, outsideOf, type ServerQuestions } from './outsideOf.js'
export type * from './reader.js'
export type * from './shown.js'
