import { AbortedError } from '@foyer/core/errors'
import { createListeners } from '../exchange/listeners.js'
import { createPayloadIds, formatPayload, relayBatch, relayRefusal } from '../protocol/index.js'
import { type Connection, type ConnectionEnd, openConnection, type RelayClient } from './connection.js'
import { RelayAnswerError, RelayRefusedError, RelayUnreachableError } from './errors.js'
import { createOpenCalls, type OpenCall, readFrame } from './openCalls.js'

import type { Transport, TransportStatus } from './transport.js'

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
  /** Told of what goes wrong where nobody waits for it. */
  readonly report: (error: unknown) => void
}

/** An answer takes as long at most; then the same words go over another connection. */
const answerMs = 15_000
/** An open socket gives a sign of life in this time, or is none. */
const probeMs = 5_000
/** A socket that nobody needs stays open for so long. */
const lingerMs = 5_000
/** A connection that stood as long was a good one. */
const steadyMs = 30_000
const firstWaitMs = 1_000
const longestWaitMs = 30_000
/** So many failures on end, and calls no longer make the next try come sooner [F22]. */
const failuresToWait = 5
/** What a relay closes with that has too much to do (RFC 6455). */
const tryLater = 1013
/** What it closes with that won't have this client. */
const refusing = 3000

const nothing = () => {}

/**
 * Makes the one socket of a client. Nothing is opened before something is to be said or watched.
 *
 * @example
 * const transport = createTransport({ relayUrl: 'wss://relay.example', projectId, ciphers, seed, subject, clock, random, openSocket, report })
 * transport.onRequest(takeDeliveries(inbox.deliver))
 * await transport.watch([topic])
 * await transport.call({ method: 'irn_publish', params: { topic, message, ttl: 300, tag: 1108 } })
 */
export function createTransport({ random, network, report, ...client }: TransportParameters): Transport {
  const { clock, relayUrl: relay } = client
  const nextId = createPayloadIds({ now: clock.now, random })
  const watched = new Set<string>()
  const statuses = createListeners<TransportStatus>(report)
  let status: TransportStatus = 'idle'
  let connection: Connection | undefined
  let take: Parameters<Transport['onRequest']>[0] | undefined
  /** Calls off the next try, or the end of a socket that nobody needs; there is never both. */
  let cancelNext = nothing
  let failures = 0
  /** When the connection has stood for long enough to have been a good one. */
  let steadyAt = Infinity
  let wasReached = false
  let isClockRefused = false
  /** Whether the last of what the relay asked couldn't be answered. */
  let isUnanswered = false

  const become = (next: TransportStatus) => {
    if (status === next) return
    status = next
    statuses.tell(next)
  }
  const drop = () => {
    cancelNext()
    connection?.close()
    connection = undefined
    for (const { cancelAnswer } of calls.byId.values()) cancelAnswer()
  }
  const isNeeded = () => calls.byId.size > 0 || watched.size > 0
  const rest = () => {
    if (isNeeded()) return
    drop()
    become('idle')
  }
  const restIfUnneeded = () => {
    if (isNeeded() || status === 'refused' || status === 'stopped') return
    cancelNext()
    if (connection) cancelNext = clock.setTimeout(rest, lingerMs)
    else rest()
  }

  const connect = () => {
    if (connection) return
    cancelNext()
    connection = openConnection({ ...client, refused: isClockRefused, opened, received, ended: lost })
    become('connecting')
  }
  const opened = () => {
    steadyAt = clock.now() + steadyMs
    wasReached = true
    become('open')
    const topics = new Set(watched)
    for (const call of calls.byId.values()) {
      say(call)
      for (const topic of call.topics) topics.delete(topic)
    }
    subscribe([...topics]).catch(tellOwn)
  }
  const lost = ({ code, reason = '', cause }: ConnectionEnd = {}) => {
    drop()
    if (code === refusing) return refused(relayRefusal(reason) ?? 'other')
    // What can't even be made, and what a device without a network can't reach, won't be there in a minute either.
    if (cause !== undefined || network?.isOnline() === false) calls.failAll(new RelayUnreachableError({ relay, cause }))
    if (!isNeeded()) return become('idle')
    if (clock.now() >= steadyAt) failures = 0
    steadyAt = Infinity
    if (code === tryLater) failures = Math.max(failures, 3)
    const waitMs = Math.min(firstWaitMs * 2 ** failures, longestWaitMs)
    failures += 1
    cancelNext = clock.setTimeout(connect, waitMs * (0.75 + random() / 4))
    become('waiting')
  }
  const refused = (reason: RelayRefusedError['reason']) => {
    if (reason === 'clock' && !isClockRefused) {
      isClockRefused = true
      return connect()
    }
    become('refused')
    calls.failAll(new RelayRefusedError({ reason }))
  }

  const say = (call: OpenCall) => {
    const { isProbe } = call
    call.isProbe = false
    connection?.send(call.text)
    const unanswered = () => {
      lost()
      // A page that is in front waits for nothing.
      if (isProbe && isNeeded()) connect()
    }
    call.cancelAnswer = clock.setTimeout(unanswered, isProbe ? probeMs : answerMs)
  }
  const calls = createOpenCalls({
    clock,
    relay,
    nextId,
    wasReached: () => wasReached,
    begun(call) {
      if (status === 'stopped') call.failed(new AbortedError())
      else if (status === 'open') say(call)
      else if (status !== 'waiting' || failures < failuresToWait) connect()
    },
    ended: restIfUnneeded,
  })
  const received = (text: string) => {
    const frame = readFrame(text)
    if (frame?.method !== undefined) answer(text)
    else if (frame) calls.byId.get(frame.id)?.answered(frame)
  }
  const answer = async (text: string) => {
    const over = connection
    try {
      const said = await take?.(text)
      isUnanswered = false
      if (said !== undefined) over?.send(said)
    } catch (error) {
      // What was lost with its connection the next one has handed over again, and this is too.
      if (over !== connection) return
      // It comes again with each connection until it can be: that is told once.
      if (!isUnanswered) report(error)
      isUnanswered = true
      lost()
    }
  }

  const subscribe = async (topics: readonly string[], isProbe = false) => {
    const asked = []
    for (let at = 0; at < topics.length; at += relayBatch) {
      const batch = topics.slice(at, at + relayBatch)
      asked.push(calls.begin({ method: 'irn_batchSubscribe', params: { topics: batch }, topics: batch, isProbe }))
    }
    try {
      await Promise.all(asked)
    } catch (error) {
      // Nobody knows whether this connection has them: the next one will.
      if (error instanceof RelayUnreachableError && status === 'open') lost()
      throw error
    }
  }
  /** What comes of calls that nobody waits for: to be cut off is told by the status. */
  const tellOwn = (error: unknown) => {
    if (error instanceof RelayAnswerError) report(error)
  }
  const wake = () => {
    failures = 0
    if (!connection && isNeeded()) connect()
    else if (status === 'open') subscribe([...watched].slice(0, 1), true).catch(tellOwn)
  }
  const unlisten = network?.onOnline(wake) ?? nothing

  return {
    get status() {
      return status
    },
    call: calls.begin,
    watch(topics) {
      for (const topic of topics) watched.add(topic)
      return subscribe(topics)
    },
    unwatch(topics) {
      for (const topic of topics) {
        watched.delete(topic)
        // Relays go by the topic: clients that compute an id of their own compute another than the relay's.
        const params = { topic, id: topic }
        connection?.send(formatPayload({ type: 'request', id: nextId(), method: 'irn_unsubscribe', params }))
      }
      restIfUnneeded()
    },
    adopt(topics) {
      for (const topic of topics) watched.add(topic)
    },
    onRequest(listener) {
      take = listener
    },
    onStatus: statuses.add,
    wake,
    stop() {
      unlisten()
      watched.clear()
      become('stopped')
      drop()
      calls.failAll(new AbortedError())
      statuses.clear()
    },
  }
}
