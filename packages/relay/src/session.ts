import { createDeliveries, type Deliveries, subscriptionIdOf } from './deliveries.js'
import { RelayRequestError, toRequestError } from './errors.js'
import { errorFrame, type Frame, type FrameId, readFrame, resultFrame } from './frames.js'
import type { Owner } from './ledger.js'
import { type StoredMessage, sha256 } from './mailboxes.js'
import type { OpenPublishes, RelayParameters } from './relay.js'
import { costOf, type Request, readRequest } from './requests.js'
import type { Subscribers } from './subscribers.js'

/** One client's socket, as the relay sees it. */
export interface RelaySession {
  /**
   * Takes a frame. Requests are performed one after the other, while the socket has room for their answers.
   * @returns false for what isn't JSON-RPC at all: such a socket is to be closed
   */
  receive(frame: string): boolean
  /** Whether so much waits to be handled that the socket shouldn't be read from. */
  isBusy(): boolean
  /** The socket has taken what was sent, so it has room for more. */
  drained(): void
  /** Resolves when every frame received so far is handled. */
  settled(): Promise<void>
  /** The socket is closed. What it didn't acknowledge stays in its mailbox. */
  close(): void
}

export interface RelaySessionParameters extends Pick<RelayParameters, 'mailboxes' | 'clock'> {
  maxTopics: number
  owner: Owner
  send: (frame: string) => void
  hasRoom: () => boolean
  onIdle: () => void
  subscribers: Subscribers
  publishes: OpenPublishes
  pay: NonNullable<RelayParameters['pay']>
  onEvent: NonNullable<RelayParameters['onEvent']>
  onFailure: NonNullable<RelayParameters['onFailure']>
  onClosed: () => void
}

type RequestFrame = Extract<Frame, { kind: 'request' }>

/** So many frames of a socket may wait for the one before. */
const maxQueued = 256
/** With so much waiting, nothing more is read from the socket. */
const busyBytes = 512 * 1024
const busyFrames = 128
/** What one answer to `irn_fetchMessages` holds. */
const maxFetched = 32
const maxFetchedBytes = 256 * 1024

export function createRelaySession(parameters: RelaySessionParameters): RelaySession {
  const { owner, publishes, pay, hasRoom, onIdle, onEvent, onFailure, onClosed } = parameters
  const { clientId } = owner
  const queue = createQueue({ onIdle })
  let isClosed = false
  let onDrained = () => {}

  const send = (frame: string) => {
    if (!isClosed) parameters.send(frame)
  }
  const context = { ...parameters, deliveries: createDeliveries({ ...parameters, send }) }
  const reject = ({ id, error }: { id: FrameId; error: RelayRequestError }) => {
    onEvent('refused')
    send(errorFrame({ id, error }))
  }
  const drained = () => {
    onDrained()
    context.deliveries.resume()
  }
  /** An answer that no one reads isn't made: who doesn't read waits. */
  const untilRoom = async () => {
    while (!isClosed && !hasRoom()) {
      await new Promise<void>((resolve) => {
        onDrained = resolve
      })
    }
  }
  const answer = async ({ id, method, params }: RequestFrame) => {
    let onAnswered = () => {}
    try {
      const request = readRequest({ method, params })
      // A client that has gone still publishes what it sent; what it asked for stays where it is.
      if (isClosed && request.publish === undefined) return
      if (!(await pay({ owner, cost: costOf(request) }))) throw tooMany()
      const topics = request.publish?.map(({ topic }) => topic)
      if (topics !== undefined) onAnswered = publishes.open({ topics, clientId })
      const { result, afterAnswer } = await perform(request, context)
      send(resultFrame({ id, result }))
      if (!isClosed) await afterAnswer()
    } catch (error) {
      const requestError = toRequestError(error)
      if (requestError.answer.data === 'StorageError') onFailure(error)
      reject({ id, error: requestError })
    } finally {
      onAnswered()
    }
  }
  const handle = async (frame: Exclude<Frame, { kind: 'garbage' | 'refused' }>) => {
    if (!hasRoom()) await untilRoom()
    // A message whose acknowledgement fails comes once more, as clients expect.
    return frame.kind === 'request' ? answer(frame) : context.deliveries.acknowledge(frame).catch(onFailure)
  }
  return {
    receive(text) {
      const frame = readFrame(text)
      if (frame.kind === 'garbage') return false
      if (frame.kind === 'refused') reject(frame)
      else if (frame.kind === 'request' && queue.isFull()) reject({ id: frame.id, error: tooMany() })
      else queue.add({ bytes: text.length, work: () => handle(frame) })
      return true
    },
    isBusy: queue.isBusy,
    drained,
    settled: queue.settled,
    close() {
      if (isClosed) return
      isClosed = true
      context.deliveries.close()
      onDrained()
      onClosed()
    },
  }
}

/** Frames of a socket, one after the other. */
interface Queue {
  add(frame: { readonly bytes: number; readonly work: () => Promise<void> }): void
  isFull(): boolean
  isBusy(): boolean
  settled(): Promise<void>
}

function createQueue({ onIdle }: { onIdle: () => void }): Queue {
  let queued = 0
  let queuedBytes = 0
  let working: Promise<void> = Promise.resolve()
  const isBusy = () => queued >= busyFrames || queuedBytes >= busyBytes
  return {
    add({ bytes, work }) {
      queued += 1
      queuedBytes += bytes
      working = working.then(work).finally(() => {
        const wasBusy = isBusy()
        queued -= 1
        queuedBytes -= bytes
        if (wasBusy && !isBusy()) onIdle()
      })
    },
    isFull: () => queued >= maxQueued,
    isBusy,
    settled: () => working,
  }
}

const tooMany = () => new RelayRequestError({ fault: 'TooManyRequests', message: 'Too many requests at once' })

interface RequestContext extends RelaySessionParameters {
  readonly deliveries: Deliveries
}

interface Performed {
  readonly result: unknown
  readonly afterAnswer: () => Promise<void>
}

/** Everything is stored before the request is answered. */
async function perform(request: Request, context: RequestContext): Promise<Performed> {
  const { publish = [], subscribe = [], unsubscribe = [], fetch = [], answer } = request
  const { owner, mailboxes, clock, deliveries, onEvent } = context
  const { clientId } = owner
  deliveries.checkRoomFor(subscribe)
  for (const { topic, message, ttl, tag, attestation } of publish) {
    await mailboxes.store({
      message: { topic, message, tag, attestation, publishedAt: clock.now() },
      messageId: sha256(message),
      owner,
      ttlMs: ttl * 1000,
    })
    onEvent('published')
  }
  for (const topic of unsubscribe) deliveries.unsubscribe(topic)
  if (answer === 'messages') return fetchMessages(fetch, context)
  const ids = subscribe.map((topic) => subscriptionIdOf({ topic, clientId }))
  const result = answer === 'true' ? true : answer === 'subscription' ? ids[0] : ids
  // A client can attribute a push only once it has the id of its subscription.
  return { result, afterAnswer: async () => subscribe.forEach(deliveries.subscribe) }
}

/** What is fetched counts as acknowledged once it is sent. */
async function fetchMessages(topics: readonly string[], context: RequestContext): Promise<Performed> {
  const { owner, mailboxes, publishes, onFailure } = context
  const { clientId } = owner
  const found: StoredMessage[] = []
  let bytes = 0
  let hasMore = false
  for (const topic of new Set(topics)) {
    const limit = maxFetched - found.length
    const maxBytes = maxFetchedBytes - bytes
    // The rest is asked for again, once what is had counts as acknowledged.
    hasMore ||= limit <= 0 || maxBytes <= 0
    if (limit <= 0 || maxBytes <= 0) break
    const page = await mailboxes.read({ topic, clientId, after: null, unacknowledged: true, limit, maxBytes })
    await publishes.answered({ topic, clientId })
    found.push(...page.messages)
    bytes += page.messages.reduce((sum, { message }) => sum + message.length, 0)
    hasMore ||= page.hasMore
  }
  const messages = found.map(({ position: _position, ...message }) => message)
  const acknowledged = () =>
    Promise.all(found.map(({ topic, position }) => mailboxes.acknowledge({ topic, clientId, position })))
  return { result: { messages, hasMore }, afterAnswer: () => acknowledged().then(() => {}, onFailure) }
}
