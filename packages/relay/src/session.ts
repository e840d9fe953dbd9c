import { createDeliveries, type Deliveries, subscriptionIdOf } from './deliveries.js'
import { RelayRequestError, toRequestError } from './errors.js'
import { errorFrame, type Frame, type FrameId, readFrame, resultFrame } from './frames.js'
import { type StoredMessage, sha256 } from './mailboxes.js'
import type { OpenPublishes, RelayParameters, Subscribers } from './relay.js'
import { type Request, readRequest } from './requests.js'

/** One client's socket, as the relay sees it. */
export interface RelaySession {
  /**
   * Takes a frame. Requests are performed one after the other.
   * @returns false for what isn't JSON-RPC at all: such a socket is to be closed
   */
  receive(frame: string): boolean
  /** Resolves when every frame received so far is handled. */
  settled(): Promise<void>
  /** The socket is closed. What it didn't acknowledge stays in its mailbox. */
  close(): void
}

export interface RelaySessionParameters extends Pick<RelayParameters, 'mailboxes' | 'clock'> {
  maxTopics: number
  clientId: string
  send: (frame: string) => void
  subscribers: Subscribers
  publishes: OpenPublishes
  onEvent: NonNullable<RelayParameters['onEvent']>
  onFailure: NonNullable<RelayParameters['onFailure']>
  onClosed: () => void
}

type RequestFrame = Extract<Frame, { kind: 'request' }>

/** So many frames of a socket may wait for the one before. */
const maxQueued = 256
/** What one answer to `irn_fetchMessages` holds. */
const maxFetched = 32

export function createRelaySession(parameters: RelaySessionParameters): RelaySession {
  const { clientId, publishes, onEvent, onFailure, onClosed } = parameters
  let isClosed = false
  let queued = 0
  let working: Promise<void> = Promise.resolve()

  const send = (frame: string) => {
    if (!isClosed) parameters.send(frame)
  }
  const context = { ...parameters, deliveries: createDeliveries({ ...parameters, send }) }
  const reject = ({ id, error }: { id: FrameId; error: RelayRequestError }) => {
    onEvent('refused')
    send(errorFrame({ id, error }))
  }
  const answer = async ({ id, method, params }: RequestFrame) => {
    let onAnswered = () => {}
    try {
      const request = readRequest({ method, params })
      const topics = request.publish?.map(({ topic }) => topic)
      if (topics !== undefined) onAnswered = publishes.open({ topics, clientId })
      const { result, afterAnswer } = await perform(request, context)
      send(resultFrame({ id, result }))
      await afterAnswer()
    } catch (error) {
      const requestError = toRequestError(error)
      if (requestError.answer.data === 'StorageError') onFailure(error)
      reject({ id, error: requestError })
    } finally {
      onAnswered()
    }
  }
  const handle = (frame: Exclude<Frame, { kind: 'garbage' | 'refused' }>) =>
    // A message whose acknowledgement fails comes once more, as clients expect.
    frame.kind === 'request' ? answer(frame) : context.deliveries.acknowledge(frame).catch(onFailure)
  return {
    receive(text) {
      const frame = readFrame(text)
      if (frame.kind === 'garbage') return false
      if (frame.kind === 'refused') reject(frame)
      else if (frame.kind === 'request' && queued >= maxQueued) {
        const error = new RelayRequestError({ fault: 'TooManyRequests', message: 'Too many requests at once' })
        reject({ id: frame.id, error })
      } else {
        queued += 1
        working = working
          .then(() => handle(frame))
          .finally(() => {
            queued -= 1
          })
      }
      return true
    },
    settled: () => working,
    close() {
      if (isClosed) return
      isClosed = true
      context.deliveries.close()
      onClosed()
    },
  }
}

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
  const { clientId, mailboxes, clock, deliveries, onEvent } = context
  deliveries.checkRoomFor(subscribe)
  for (const { topic, message, ttl, tag, attestation } of publish) {
    await mailboxes.store({
      message: { topic, message, tag, attestation, publishedAt: clock.now() },
      messageId: sha256(message),
      publisher: clientId,
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
  const { clientId, mailboxes, publishes, onFailure } = context
  const found: StoredMessage[] = []
  let hasMore = false
  for (const topic of new Set(topics)) {
    const limit = maxFetched - found.length
    const page = await mailboxes.read({ topic, clientId, after: null, unacknowledged: true, limit })
    await publishes.answered({ topic, clientId })
    found.push(...page.messages)
    hasMore ||= page.hasMore
  }
  const messages = found.map(({ position: _position, ...message }) => message)
  const acknowledged = () =>
    Promise.all(found.map(({ topic, position }) => mailboxes.acknowledge({ topic, clientId, position })))
  return { result: { messages, hasMore }, afterAnswer: () => acknowledged().then(() => {}, onFailure) }
}
