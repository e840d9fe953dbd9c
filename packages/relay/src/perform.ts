import type { Deliveries } from './deliveries.js'
import { type StoredMessage, sha256 } from './mailboxes.js'
import type { RelaySessionParameters } from './parameters.js'
import type { Request } from './requests.js'
import { subscriptionIdOf } from './subscriptions.js'

/** The most messages in one answer to `irn_fetchMessages`. */
const maxFetched = 32
const maxFetchedBytes = 256 * 1024

export interface RequestContext extends RelaySessionParameters {
  readonly deliveries: Deliveries
}

export interface Performed {
  readonly result: unknown
  readonly afterAnswer: () => Promise<void>
}

/** Performs a request: everything is stored before the request is answered. */
export async function perform(request: Request, context: RequestContext): Promise<Performed> {
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

/** Fetches messages, which count as acknowledged once they are sent. */
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
