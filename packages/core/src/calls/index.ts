/** Calls in batches: sent by wallets that take several at once, else one at a time, and followed until their end. */

export type { CallOutcome } from '../errors/calls.js'
export {
  type CallsOfId,
  callsStatus,
  showCallsStatus,
  type WaitForCallsParameters,
  waitForCalls,
} from './callsStatus.js'
export { type CallsForm, type CallsPhase, type CallsState, createCalls } from './createCalls.js'
export { mostOneByOne } from './oneByOne.js'
export { type SendCallsParameters, sendCalls } from './sendCalls.js'
