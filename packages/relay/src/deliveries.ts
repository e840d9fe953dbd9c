import { pushFrame } from './frames.js'
import type { StoredMessage } from './mailboxes.js'
import type { RelaySessionParameters } from './parameters.js'
import { createReader } from './reader.js'
import { createSubscriptions, type Subscriptions, subscriptionIdOf } from './subscriptions.js'

/** The subscriptions of one socket, and the messages that it was pushed. */
export interface Deliveries extends Pick<Subscriptions, 'checkRoomFor'> {
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** The client has answered a push: with a result it has the message, with an error it hasn't. */
  acknowledge(answer: { readonly id: string; readonly isResult: boolean }): Promise<void>
  /** Continues where pushing stopped for want of room on the socket. */
  resume(): void
  close(): void
}

/** So many messages may be unacknowledged on a socket; the rest stays in the mailboxes meanwhile. */
const maxInFlight = 64

/**
 * Creates a socket's deliveries: what is pushed is read from the mailboxes of its topics, never taken from a
 * notification.
 */
export function createDeliveries(parameters: RelaySessionParameters): Deliveries {
  const { push, room, acknowledge } = createPushes(parameters)
  const reader = createReader({ ...parameters, push, room })
  const subscriptions = createSubscriptions({ ...parameters, notify: reader.notify })
  let isClosed = false
  const unsubscribe = (topic: string) => {
    const subscription = subscriptions.deactivate(topic)
    if (subscription !== undefined) reader.forget(subscription)
  }
  return {
    checkRoomFor: subscriptions.checkRoomFor,
    subscribe(topic) {
      if (!isClosed) reader.notify(subscriptions.activate(topic))
    },
    unsubscribe,
    acknowledge(answer) {
      const recorded = acknowledge(answer)
      reader.resume()
      return recorded
    },
    resume: reader.resume,
    close() {
      isClosed = true
      for (const topic of subscriptions.topics()) {
        unsubscribe(topic)
        subscriptions.forget(topic)
      }
      reader.close()
    },
  }
}

interface Pushes extends Pick<Deliveries, 'acknowledge'> {
  push(message: StoredMessage): void
  /** Returns how many more messages the socket takes at the moment. */
  room(): number
}

/** Creates the pushes of one socket: those that aren't acknowledged. */
function createPushes({ owner, send, hasRoom, mailboxes, clock, onEvent }: RelaySessionParameters): Pushes {
  const { clientId } = owner
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
    room: () => (hasRoom() ? maxInFlight - inFlight.size : 0),
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
