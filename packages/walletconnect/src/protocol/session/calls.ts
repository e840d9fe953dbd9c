import { type CallCarriage, type Carriage, fiveMinutes, proposalCarriage, quiet, waking } from './carriage.js'

/** A call between peers. */
export type CallMethod =
  | 'wc_pairingDelete'
  | 'wc_pairingPing'
  | 'wc_sessionPropose'
  | 'wc_sessionSettle'
  | 'wc_sessionUpdate'
  | 'wc_sessionExtend'
  | 'wc_sessionRequest'
  | 'wc_sessionEvent'
  | 'wc_sessionDelete'
  | 'wc_sessionPing'
  | 'wc_sessionAuthenticate'

const day = 86_400
const hour = 3_600

/** An answer's tag is the next, and it is kept as long. */
const call = (request: Carriage): CallCarriage => ({ request, response: quiet(request.tag + 1, request.ttl) })
const refusals = (tag: number) => ({ rejected: quiet(tag, fiveMinutes), autoRejected: quiet(tag + 1, fiveMinutes) })

/**
 * The calls between peers, with their tags and times to live. A request of a longer expiry than five minutes is kept as long, and so is an
 * authentication of more than an hour.
 */
export const calls: Readonly<Record<CallMethod, CallCarriage>> = {
  wc_pairingDelete: call(quiet(1000, day)),
  wc_pairingPing: call(quiet(1002, 30)),
  wc_sessionPropose: { ...call(proposalCarriage), ...refusals(1120) },
  wc_sessionSettle: call(quiet(1102, fiveMinutes)),
  wc_sessionUpdate: call(quiet(1104, day)),
  wc_sessionExtend: call(quiet(1106, day)),
  wc_sessionRequest: call(waking(1108, fiveMinutes)),
  wc_sessionEvent: call(waking(1110, fiveMinutes)),
  wc_sessionDelete: call(quiet(1112, day)),
  wc_sessionPing: call(quiet(1114, day)),
  wc_sessionAuthenticate: { ...call(waking(1116, hour)), ...refusals(1118) },
}

/** Whether a method is one of the protocol. */
export const isCallMethod = (method: string): method is CallMethod => Object.hasOwn(calls, method)

/** The answer to a call of a pairing that nobody knows. */
export const unknownCallResponse: Carriage = quiet(0, day)
