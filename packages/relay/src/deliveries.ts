import { RelayRequestError } from './errors.js'
import { pushFrame } from './frames.js'
import { type StoredMessage, sha256 } from './mailboxes.js'
import type { RelaySessionParameters } from './session.js'
import { createSubscription, type Subscription } from './subscription.js'

/** The subscriptions of one socket, and the messages that it was pushed. */
export interface Deliveries {
  /** @throws {@link RelayRequestError} where the socket would have too many subscriptions */
  checkRoomFor(topics: readonly string[]): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** The client has answered a push: with a result it has the message, with an error it hasn't. */
  acknowledge(answer: { readonly id: string; readonly isResult: boolean }): Promise<void>
  close(): void
}

/** So many messages may be unacknowledged on a socket; the rest stays in the mailboxes meanwhile. */
const maxInFlight = 64

/** The id of a client's subscription, as clients compute it, too. */
export const subscriptionIdOf = ({ topic, clientId }: { topic: string; clientId: string }): string =>
  sha256(topic + clientId)

export function createDeliveries(parameters: RelaySessionParameters): Deliveries {
  const { clientId, mailboxes, clock, maxTopics, subscribers, publishes, onFailure } = parameters
  const subscriptions = new Map<string, Subscription>()
  const { push, room, acknowledge } = createPushes(parameters)
  let active = 0
  let isClosed = false

  const { setTimeout } = clock
  const { answered } = publishes
  const reading = { clientId, mailboxes, setTimeout, answered, room, push, onFailure }
  const unsubscribe = (topic: string) => {
    const subscription = subscriptions.get(topic)
    if (!subscription?.isActive()) return
    subscription.pause()
    subscribers.remove(subscription)
    active -= 1
    // The positions of the oldest are dropped: what they didn't acknowledge would come again.
    for (const [oldest, each] of subscriptions) {
      if (subscriptions.size <= 2 * maxTopics) break
      if (!each.isActive()) subscriptions.delete(oldest)
    }
  }
  return {
    checkRoomFor(topics) {
      const added = new Set(topics.filter((topic) => !subscriptions.get(topic)?.isActive()))
      if (active + added.size <= maxTopics) return
      const message = `Subscriber limit exceeded: a socket listens to ${maxTopics} topics at most`
      throw new RelayRequestError({ fault: 'SubscriberLimitExceeded', message })
    },
    subscribe(topic) {
      if (isClosed) return
      const subscription = subscriptions.get(topic) ?? createSubscription({ ...reading, topic })
      subscriptions.set(topic, subscription)
      if (!subscription.isActive()) {
        active += 1
        subscribers.add(subscription)
      }
      subscription.notify()
    },
    unsubscribe,
    acknowledge(answer) {
      const wasFull = room() <= 0
      const recorded = acknowledge(answer)
      if (wasFull) for (const subscription of subscriptions.values()) subscription.resume()
      return recorded
    },
    close() {
      isClosed = true
      for (const topic of subscriptions.keys()) unsubscribe(topic)
    },
  }
}

interface Pushes extends Pick<Deliveries, 'acknowledge'> {
  push(message: StoredMessage): void
  /** How many more messages the socket takes at the moment. */
  room(): number
}

/** What was pushed on one socket and isn't acknowledged. */
function createPushes({ clientId, send, mailboxes, clock, onEvent }: RelaySessionParameters): Pushes {
  const inFlight = new Map<string, { topic: string; position: string }>()
  let lastId = 0
  return {
    push({ position, ...data }) {
      const { topic } = data
      lastId = Math.max(lastId + 1, clock.now() * 256)
      inFlight.set(String(lastId), { topic, position })
      onEvent('pushed')
      send(pushFrame({ id: lastId, subscriptionId: subscriptionIdOf({ topic, clientId }), data }))
    },
    room: () => maxInFlight - inFlight.size,
    async acknowledge({ id, isResult }) {
      const pushed = inFlight.get(id)
      inFlight.delete(id)
      // A client that couldn't take a message gets it again on its next socket.
      if (pushed === undefined || !isResult) return
      onEvent('acknowledged')
      await mailboxes.acknowledge({ ...pushed, clientId })
    },
  }
}
