/** How a message is handed to the relay. */
export interface Carriage {
  /** The kind of message that it is, for the relay's figures; the only thing that it learns. */
  readonly tag: number
  /** Seconds that the relay keeps it for a peer who is away. */
  readonly ttl: number
  /** Whether the relay may wake a wallet for it. */
  readonly prompt: boolean
}

/** How a call travels, and its answer. */
export interface CallCarriage {
  readonly request: Carriage
  readonly response: Carriage
}

const fiveMinutes = 300

const quiet = (tag: number, ttl: number): Carriage => ({ tag, ttl, prompt: false })
const waking = (tag: number, ttl: number): Carriage => ({ tag, ttl, prompt: true })

const day = 86_400
const hour = 3_600

/** An answer's tag is the next, and it is kept as long. */
const call = (request: Carriage): CallCarriage => ({ request, response: quiet(request.tag + 1, request.ttl) })

/**
 * The calls between peers, with their tags and times to live. A request of a longer expiry than five minutes is kept as long, and so is an
 * authentication of more than an hour.
 */
export const calls = {
  wc_pairingDelete: call(quiet(1000, day)),
  wc_pairingPing: call(quiet(1002, 30)),
  wc_sessionPropose: call(waking(1100, fiveMinutes)),
  wc_sessionSettle: call(quiet(1102, fiveMinutes)),
  wc_sessionUpdate: call(quiet(1104, day)),
  wc_sessionExtend: call(quiet(1106, day)),
  wc_sessionRequest: call(waking(1108, fiveMinutes)),
  wc_sessionEvent: call(waking(1110, fiveMinutes)),
  wc_sessionDelete: call(quiet(1112, day)),
  wc_sessionPing: call(quiet(1114, day)),
  wc_sessionAuthenticate: call(waking(1116, hour)),
} satisfies Readonly<Record<string, CallCarriage>>

/** A call between peers. */
export type CallMethod = keyof typeof calls

/** How a wallet's no travels. */
interface RefusalCarriage {
  /** The visitor's. */
  readonly rejected: Carriage
  /** The wallet's, before its visitor was asked. */
  readonly autoRejected: Carriage
}

/** The refusals that have tags of their own. */
export const refusals: Readonly<Record<'wc_sessionPropose' | 'wc_sessionAuthenticate', RefusalCarriage>> = {
  wc_sessionPropose: { rejected: quiet(1120, fiveMinutes), autoRejected: quiet(1121, fiveMinutes) },
  wc_sessionAuthenticate: { rejected: quiet(1118, fiveMinutes), autoRejected: quiet(1119, fiveMinutes) },
}

/** Whether a method is one of the protocol. */
export const isCallMethod = (method: string): method is CallMethod => Object.hasOwn(calls, method)

/** The answer to an unknown call of a pairing. */
export const unknownCallResponse: Carriage = quiet(0, day)
