import { AbortedError } from '@foyer/core/errors'
import { attempt } from '../protocol/codec.js'
import { envelopeLimits } from '../protocol/envelope.js'
import { createPayloadIds, formatPayload, parsePayload } from '../protocol/payload.js'
import { relayBatch, relayRefusal } from '../protocol/relayCalls.js'
import { audienceOf } from '../protocol/relayToken.js'
import { createListeners, type Listeners } from '../waiting/listeners.js'
import { type Connection, type ConnectionEnd, openConnection, type RelayClient } from './connection.js'
import { RelayAnswerError, RelayRefusedError, RelayUnreachableError } from './errors.js'
import { createOpenCalls, type OpenCall, type OpenCalls } from './openCalls.js'
import type { RelayRequest, Transport, TransportStatus } from './transport.js'

/** Whether the device has a network, as the browser knows it. */
export interface NetworkState {
  isOnline(): boolean
  /** @returns stops */
  onOnline(listener: () => void): () => void
}

export interface TransportParameters extends RelayClient {
  /** From 0 to below 1. */
  readonly random: () => number
  readonly network?: NetworkState | undefined
  /** Receives what fails without a caller. */
  readonly report: (error: unknown) => void
}

/** An answer takes as long at most; then the same text is sent over another connection. */
const answerMs = 15_000
/** An open socket gives a sign of life in this time, or is none. */
const probeMs = 5_000
/** A call that is as old without an answer is said over another socket when the page asks for a sign of life. */
const silenceMs = 4_000
/** A socket that isn't needed stays open for so long. */
const lingerMs = 5_000
/** A connection that stood as long was a good one. */
const steadyMs = 30_000
const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** So many failures on end, and calls no longer make the next try come sooner [F22]. */
const failuresToWait = 5
/** The code with which a relay closes that has too much to do (RFC 6455). */
const tryLater = 1013
/** The code with which it closes that refuses this client. */
const refusing = 3000

const nothing = () => {}

/** A transport from inside. */
interface State extends TransportParameters {
  readonly watched: Set<string>
  readonly statuses: Listeners<TransportStatus>
  readonly calls: OpenCalls
  status: TransportStatus
  connection?: Connection | undefined
  take?: Parameters<Transport['onRequest']>[0] | undefined
  /** Cancels the next attempt to connect, or the end of a socket that isn't needed; there is never both. */
  cancelNext: () => void
  failures: number
  /** When the connection has stood for long enough to have been a good one. */
  steadyAt: number
  wasReached: boolean
  isClockRefused: boolean
  /** Whether the last request of the relay couldn't be answered. */
  isUnanswered: boolean
}

/**
 * Makes the one socket of a client. Nothing is opened before something is to be said or watched.
 *
 * @example
 * const transport = createTransport({ relayUrl: 'wss://relay.example', projectId, ciphers, seed, subject, clock, random, openSocket, report })
 * transport.onRequest(takeDeliveries(inbox.deliver))
 * await transport.watch([topic])
 * await transport.call({ method: 'irn_publish', params: { topic, message, ttl: 300, tag: 1108 } })
 */
export function createTransport(parameters: TransportParameters): Transport {
  const { clock, random, relayUrl: relay, network } = parameters
  const nextId = createPayloadIds({ now: clock.now, random })
  const calls = createOpenCalls({
    clock,
    relay,
    nextId,
    wasReached: () => state.wasReached,
    begun: (call) => begin(state, call),
    ended: () => restIfUnneeded(state),
  })
  const state: State = {
    ...{ ...parameters, calls, watched: new Set<string>() },
    statuses: createListeners<TransportStatus>(parameters.report),
    ...{ status: 'idle', cancelNext: nothing, failures: 0, steadyAt: Infinity },
    ...{ wasReached: false, isClockRefused: false, isUnanswered: false },
  }
  const { watched, statuses } = state
  const stopListening = network?.onOnline(() => wake(state)) ?? nothing
  return {
    get status() {
      return state.status
    },
    call: calls.begin,
    watch(topics) {
      for (const topic of topics) watched.add(topic)
      return subscribe(state, topics)
    },
    unwatch(topics) {
      for (const topic of topics) {
        watched.delete(topic)
        // Relays go by the topic: clients that compute an id of their own compute another than the relay's.
        const params = { topic, id: topic }
        state.connection?.send(formatPayload({ type: 'request', id: nextId(), method: 'irn_unsubscribe', params }))
      }
      restIfUnneeded(state)
    },
    adopt(topics) {
      for (const topic of topics) watched.add(topic)
    },
    onRequest(listener) {
      state.take = listener
    },
    onStatus: statuses.subscribe,
    wake: () => wake(state),
    stop() {
      stopListening()
      watched.clear()
      become(state, 'stopped')
      drop(state)
      calls.failAll(new AbortedError())
      statuses.clear()
    },
  }
}

function become(state: State, next: TransportStatus): void {
  if (state.status === next) return
  state.status = next
  state.statuses.emit(next)
}

function drop(state: State): void {
  state.cancelNext()
  state.connection?.close()
  state.connection = undefined
  for (const { cancelAnswer } of state.calls.byId.values()) cancelAnswer()
}

const isNeeded = ({ calls, watched }: State): boolean => calls.byId.size > 0 || watched.size > 0

function restIfUnneeded(state: State): void {
  if (isNeeded(state) || state.status === 'refused' || state.status === 'stopped') return
  state.cancelNext()
  if (state.connection) state.cancelNext = state.clock.setTimeout(() => rest(state), lingerMs)
  else rest(state)
}

function rest(state: State): void {
  if (isNeeded(state)) return
  drop(state)
  become(state, 'idle')
}

function begin(state: State, call: OpenCall): void {
  const { status, failures } = state
  if (status === 'stopped') call.failed(new AbortedError())
  else if (status === 'open') send(state, call)
  else if (status !== 'waiting' || failures < failuresToWait) connect(state)
}

function connect(state: State): void {
  if (state.connection) return
  state.cancelNext()
  state.connection = openConnection({
    ...state,
    refused: state.isClockRefused,
    opened: () => opened(state),
    received: (text) => receive(state, text),
    ended: (end) => lose(state, end),
  })
  become(state, 'connecting')
}

function opened(state: State): void {
  state.steadyAt = state.clock.now() + steadyMs
  state.wasReached = true
  become(state, 'open')
  const topics = new Set(state.watched)
  for (const call of state.calls.byId.values()) {
    send(state, call)
    for (const topic of call.topics) topics.delete(topic)
  }
  subscribe(state, [...topics]).catch(reportAnswer(state))
}

/** The connection is lost: the next attempt comes by itself where one is needed. */
function lose(state: State, { code, reason = '', cause }: ConnectionEnd = {}): void {
  const { clock, random, relayUrl: relay, network } = state
  drop(state)
  if (code === refusing) {
    refuse(state, relayRefusal(reason) ?? 'other')
    return
  }
  // What can't even be made, and what a device without a network can't reach, won't be there in a minute either.
  if (cause !== undefined || network?.isOnline() === false)
    state.calls.failAll(new RelayUnreachableError({ relay, cause }))
  if (!isNeeded(state)) {
    become(state, 'idle')
    return
  }
  if (clock.now() >= state.steadyAt) state.failures = 0
  state.steadyAt = Infinity
  if (code === tryLater) state.failures = Math.max(state.failures, 3)
  const waitMs = Math.min(firstWaitMs * 2 ** state.failures, longestWaitMs)
  state.failures += 1
  state.cancelNext = clock.setTimeout(() => connect(state), waitMs * (0.75 + random() / 4))
  become(state, 'waiting')
}

function refuse(state: State, reason: RelayRefusedError['reason']): void {
  if (reason === 'clock' && !state.isClockRefused) {
    state.isClockRefused = true
    connect(state)
  } else {
    become(state, 'refused')
    state.calls.failAll(new RelayRefusedError({ reason, relay: audienceOf(state.relayUrl) }))
  }
}

function send(state: State, call: OpenCall): void {
  const { isProbe } = call
  call.isProbe = false
  call.askedAt = state.clock.now()
  state.connection?.send(call.text)
  const unanswered = () => {
    lose(state)
    // A page that is in front doesn't wait.
    if (isProbe && isNeeded(state)) connect(state)
  }
  call.cancelAnswer = state.clock.setTimeout(unanswered, isProbe ? probeMs : answerMs)
}

/** Takes what the relay says. A call that what can't be read should have answered is sent again when it expires. */
function receive(state: State, text: string): void {
  const payload = text.length > envelopeLimits.received ? undefined : attempt(() => parsePayload(text))
  if (payload?.type === 'request') answer(state, payload)
  else if (payload) state.calls.byId.get(payload.id)?.answered(payload)
}

/** Answers a request of the relay. */
async function answer(state: State, request: RelayRequest): Promise<void> {
  const over = state.connection
  try {
    const said = await state.take?.(request)
    state.isUnanswered = false
    if (said !== undefined) over?.send(said)
  } catch (error) {
    // What was lost with its connection is delivered again over the next one.
    if (over !== state.connection) return
    // It comes again with each connection until it can be answered: that is reported once.
    if (!state.isUnanswered) state.report(error)
    state.isUnanswered = true
    lose(state)
  }
}

async function subscribe(state: State, topics: readonly string[], isProbe = false): Promise<void> {
  const pending = []
  for (let at = 0; at < topics.length; at += relayBatch) {
    const batch = topics.slice(at, at + relayBatch)
    pending.push(state.calls.begin({ method: 'irn_batchSubscribe', params: { topics: batch }, topics: batch, isProbe }))
  }
  try {
    await Promise.all(pending)
  } catch (error) {
    // This connection may have them or not: the next one will.
    if (error instanceof RelayUnreachableError && state.status === 'open') lose(state)
    throw error
  }
}

/** Reports the relay's refusal of a call without a caller: that it was cut off is said by the status. */
const reportAnswer =
  ({ report }: State) =>
  (error: unknown): void => {
    if (error instanceof RelayAnswerError) report(error)
  }

function wake(state: State): void {
  const since = state.clock.now() - silenceMs
  state.failures = 0
  if ([...state.calls.byId.values()].some(({ askedAt }) => askedAt <= since)) drop(state)
  if (!state.connection && isNeeded(state)) connect(state)
  else if (state.status === 'open') subscribe(state, [...state.watched].slice(0, 1), true).catch(reportAnswer(state))
}
