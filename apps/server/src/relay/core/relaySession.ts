import { errorFrame, type Frame, pushFrame, readFrame, resultFrame } from './frames.js'
import { MailboxFullError } from './MailboxFullError.js'
import type { KeptMessage, Mailboxes } from './mailboxes.js'
import { RelayRequestError } from './RelayRequestError.js'
import type { RelayParameters } from './relay.js'
import { type Publish, type Request, readRequest } from './requests.js'
import { createSubscription, type Subscription } from './subscription.js'

/** One client's socket, as the relay sees it. */
export interface RelaySession {
  /**
   * Takes a frame. Requests are done one after the other.
   * @returns false for what isn't JSON-RPC at all: whoever sends that is to be closed
   */
  receive(frame: string): boolean
  /** Resolves when all that was received is done. */
  settled(): Promise<void>
  /** The socket is gone. What it didn't acknowledge stays where it is. */
  close(): void
}

/** Who listens, over all sockets of this relay. */
export interface Sockets {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
}

export interface RelaySessionParameters extends Required<Omit<RelayParameters, 'mostTopics'>> {
  onEvent: NonNullable<RelayParameters['onEvent']>
  onFailure: NonNullable<RelayParameters['onFailure']>
  mostTopics: number
  clientId: string
  send: (frame: string) => void
  sockets: Sockets
  onClosed: () => void
}

/** So many messages may be on their way to a socket; a slow one waits for the rest, and they in their mailbox. */
const mostInFlight = 64
/** So many requests of a socket wait for the one before. */
const mostWaiting = 256
/** What one answer to `irn_fetchMessages` holds. */
const mostFetched = 32

export function createRelaySession(parameters: RelaySessionParameters): RelaySession {
  const { clientId, send, mailboxes, clock, sha256, mostTopics, onEvent, onFailure, sockets, onClosed } = parameters
  const subscriptions = new Map<string, Subscription>()
  const inFlight = new Map<string, { topic: string; place: string }>()
  let isClosed = false
  let waiting = 0
  let working: Promise<void> = Promise.resolve()
  let lastPushId = 0
  let active = 0

  const subscriptionIdOf = (topic: string) => sha256(topic + clientId)
  const sendUnlessClosed = (frame: string) => {
    if (!isClosed) send(frame)
  }
  const push = ({ place, ...data }: KeptMessage) => {
    lastPushId = Math.max(lastPushId + 1, clock.now() * 256)
    inFlight.set(String(lastPushId), { topic: data.topic, place })
    onEvent('pushed')
    sendUnlessClosed(pushFrame({ id: lastPushId, subscriptionId: subscriptionIdOf(data.topic), data }))
  }
  const subscribe = (topic: string) => {
    if (isClosed) return
    const known = subscriptions.get(topic)
    const subscription = known ?? createSubscription({ ...reading, topic })
    subscriptions.set(topic, subscription)
    if (!subscription.isActive()) {
      active += 1
      sockets.add(subscription)
    }
    subscription.ring()
  }
  const unsubscribe = (topic: string) => {
    const subscription = subscriptions.get(topic)
    if (!subscription?.isActive()) return
    subscription.pause()
    sockets.remove(subscription)
    active -= 1
    // Where the oldest stood is forgotten: what they didn't acknowledge would come again.
    for (const [oldest, each] of subscriptions) {
      if (subscriptions.size <= 2 * mostTopics) break
      if (!each.isActive()) subscriptions.delete(oldest)
    }
  }
  const reading = {
    clientId,
    mailboxes,
    setTimeout: clock.setTimeout,
    room: () => mostInFlight - inFlight.size,
    push,
    onFailure,
  }

  const publish = async ({ topic, message, ttl, tag, attestation }: Publish) => {
    await mailboxes.keep({
      message: { topic, message, tag, attestation, publishedAt: clock.now() },
      messageId: sha256(message),
      publisher: clientId,
      ttlMs: ttl * 1000,
    })
    onEvent('published')
  }
  const checkRoomFor = (topics: readonly string[]) => {
    const more = new Set(topics.filter((topic) => !subscriptions.get(topic)?.isActive()))
    if (active + more.size <= mostTopics) return
    const message = `Subscriber limit exceeded: a socket listens to ${mostTopics} topics at most`
    throw new RelayRequestError({ fault: 'SubscriberLimitExceeded', message })
  }
  const perform = async (request: Request): Promise<Performed> => {
    const { publish: messages = [], subscribe: wanted = [], unsubscribe: unwanted = [], fetch = [], answer } = request
    checkRoomFor(wanted)
    for (const message of messages) await publish(message)
    for (const topic of unwanted) unsubscribe(topic)
    if (answer === 'messages') return fetchMessages({ mailboxes, clientId, topics: fetch })
    const ids = wanted.map(subscriptionIdOf)
    const result = answer === 'true' ? true : answer === 'subscription' ? ids[0] : ids
    // A client knows what a push belongs to only once it was told of its subscription.
    return { result, after: async () => wanted.forEach(subscribe) }
  }
  const answer = async ({ id, method, params }: Extract<Frame, { kind: 'request' }>) => {
    try {
      const { result, after } = await perform(readRequest({ method, params }))
      sendUnlessClosed(resultFrame({ id, result }))
      await after()
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal.answer.data === 'StorageError') onFailure(error)
      onEvent('refused')
      sendUnlessClosed(errorFrame({ id, error: refusal }))
    }
  }
  const acknowledge = async ({ id, isResult }: Extract<Frame, { kind: 'answer' }>) => {
    const pushed = inFlight.get(id)
    if (pushed === undefined) return
    const wasFull = inFlight.size >= mostInFlight
    inFlight.delete(id)
    if (wasFull) for (const subscription of subscriptions.values()) subscription.resume()
    // A client that couldn't take a message gets it again on its next socket.
    if (!isResult) return
    onEvent('acknowledged')
    try {
      await mailboxes.acknowledge({ ...pushed, clientId })
    } catch (error) {
      onFailure(error) // it comes once more, which clients are made for
    }
  }
  const receive = (text: string): boolean => {
    const frame = readFrame(text)
    if (frame.kind === 'garbage') return false
    if (frame.kind === 'refused') {
      onEvent('refused')
      sendUnlessClosed(errorFrame(frame))
      return true
    }
    if (frame.kind === 'request' && waiting >= mostWaiting) {
      onEvent('refused')
      const error = new RelayRequestError({ fault: 'TooManyRequests', message: 'Too many requests at once' })
      sendUnlessClosed(errorFrame({ id: frame.id, error }))
      return true
    }
    waiting += 1
    working = working
      .then(() => (frame.kind === 'request' ? answer(frame) : acknowledge(frame)))
      .finally(() => {
        waiting -= 1
      })
    return true
  }
  return {
    receive,
    settled: () => working,
    close() {
      if (isClosed) return
      isClosed = true
      for (const topic of subscriptions.keys()) unsubscribe(topic)
      onClosed()
    },
  }
}

interface Performed {
  readonly result: unknown
  /** what comes after the answer */
  readonly after: () => Promise<unknown>
}

/** What is fetched counts as had once the answer is on its way. */
async function fetchMessages({
  mailboxes,
  clientId,
  topics,
}: {
  mailboxes: Mailboxes
  clientId: string
  topics: readonly string[]
}): Promise<Performed> {
  const found: KeptMessage[] = []
  let hasMore = false
  for (const topic of new Set(topics)) {
    const most = mostFetched - found.length
    const page = await mailboxes.read({ topic, clientId, after: null, unacknowledged: true, most })
    found.push(...page.messages)
    hasMore ||= page.hasMore
  }
  const messages = found.map(({ place: _place, ...message }) => message)
  const after = () => Promise.all(found.map(({ topic, place }) => mailboxes.acknowledge({ topic, clientId, place })))
  return { result: { messages, hasMore }, after }
}

function toRefusal(error: unknown): RelayRequestError {
  if (error instanceof RelayRequestError) return error
  if (error instanceof MailboxFullError) {
    return new RelayRequestError({ fault: 'MailboxLimitExceeded', message: error.message, cause: error })
  }
  const message = "The mailboxes can't be reached at the moment. Try again."
  return new RelayRequestError({ fault: 'StorageError', message, cause: error })
}
