import { RelayRequestError } from './errors.js'
import { pushFrame } from './frames.js'
import { type MailboxPage, type StoredMessage, sha256 } from './mailboxes.js'
import type { RelaySessionParameters } from './session.js'

/** The subscriptions of one socket, and the messages that it was pushed. */
export interface Deliveries {
  /** @throws {@link RelayRequestError} where somebody would have too many subscriptions */
  checkRoomFor(topics: readonly string[]): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
  /** The client has answered a push: with a result it has the message, with an error it hasn't. */
  acknowledge(answer: { readonly id: string; readonly isResult: boolean }): Promise<void>
  /** Continues where pushing stopped for want of room on the socket. */
  resume(): void
  close(): void
}

/** One topic of a socket. */
interface Subscription {
  readonly topic: string
  /** where reading continues; what follows wasn't pushed on this socket */
  position: string | null
  isActive: boolean
  isReading: boolean
  /** What was acknowledged on an earlier socket is left out; what comes from now on comes to each socket of the client. */
  isCatchingUp: boolean
}

/** So many messages may be unacknowledged on a socket; the rest stays in the mailboxes meanwhile. */
const maxInFlight = 64
const pageSize = 32
/** Of text, so that what is read ahead of a slow socket stays little. */
const pageBytes = 256 * 1024
/** Mailboxes that are read at the same time for one socket. */
const maxReadings = 4
/** After a mailbox couldn't be read. */
const retryMs = 1_000

/** The id of a client's subscription, as clients compute it, too. */
export const subscriptionIdOf = ({ topic, clientId }: { topic: string; clientId: string }): string =>
  sha256(topic + clientId)

/**
 * Every message that is pushed is read from the mailbox, from the position at which the last reading ended. So the order is
 * the mailbox's, no message comes twice on a socket, a notification too many or too few loses nothing, and what a socket has
 * no room for waits where it is stored.
 */
export function createDeliveries(parameters: RelaySessionParameters): Deliveries {
  const { owner, maxTopics, subscribers } = parameters
  const subscriptions = new Map<string, Subscription>()
  const { push, room, acknowledge } = createPushes(parameters)
  const reader = createReader({ ...parameters, push, room })
  const subscriber = {
    owner,
    notify(topic: string) {
      const subscription = subscriptions.get(topic)
      if (subscription?.isActive) reader.notify(subscription)
    },
  }
  let active = 0
  let isClosed = false

  const forget = ({ topic }: Subscription) => {
    if (subscriptions.delete(topic)) subscribers.held.add({ owner, amount: -1 })
  }
  /** What an unsubscribed client didn't acknowledge would come again after its position is dropped: the oldest go first. */
  const forgetUntil = (hasRoom: () => boolean) => {
    for (const each of subscriptions.values()) {
      if (hasRoom()) return
      if (!each.isActive) forget(each)
    }
  }
  const unsubscribe = (topic: string) => {
    const subscription = subscriptions.get(topic)
    if (!subscription?.isActive) return
    subscription.isActive = false
    reader.forget(subscription)
    subscribers.remove({ topic, subscriber })
    active -= 1
  }
  const open = (topic: string): Subscription => {
    const known = subscriptions.get(topic)
    if (known !== undefined) return known
    const added = { topic, position: null, isActive: false, isReading: false, isCatchingUp: true }
    subscriptions.set(topic, added)
    subscribers.held.add({ owner, amount: 1 })
    return added
  }
  return {
    checkRoomFor(topics) {
      const wanted = [...new Set(topics)].filter((topic) => !subscriptions.get(topic)?.isActive)
      if (active + wanted.length > maxTopics) throw tooMany(`a socket listens to ${maxTopics} topics at most`)
      const isCrowded = wanted.some((topic) => subscribers.isCrowded({ topic, address: owner.address }))
      if (isCrowded) throw tooMany('too many sockets of your address listen to this topic')
      const amount = wanted.filter((topic) => !subscriptions.has(topic)).length
      const hasRoom = () => subscriptions.size + amount <= maxTopics && subscribers.held.excess({ owner, amount }) <= 0
      if (amount === 0 || hasRoom()) return
      const kept = new Set(wanted)
      for (const topic of kept) {
        const paused = subscriptions.get(topic)
        if (paused === undefined) continue
        // Moved behind the others, so that it isn't the one that goes.
        subscriptions.delete(topic)
        subscriptions.set(topic, paused)
      }
      forgetUntil(hasRoom)
      if (subscribers.held.excess({ owner, amount }) > 0)
        throw tooMany('your address or project listens to too many topics')
    },
    subscribe(topic) {
      if (isClosed) return
      const subscription = open(topic)
      if (!subscription.isActive) {
        subscription.isActive = true
        active += 1
        subscribers.add({ topic, subscriber })
      }
      reader.notify(subscription)
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
      for (const subscription of [...subscriptions.values()]) {
        unsubscribe(subscription.topic)
        forget(subscription)
      }
      reader.close()
    },
  }
}

const tooMany = (reason: string) =>
  new RelayRequestError({ fault: 'SubscriberLimitExceeded', message: `Subscriber limit exceeded: ${reason}` })

interface ReaderParameters extends RelaySessionParameters {
  push: (message: StoredMessage) => void
  room: () => number
}

interface Reader {
  /** Reads the mailbox and pushes what the socket hasn't received. */
  notify(subscription: Subscription): void
  resume(): void
  forget(subscription: Subscription): void
  close(): void
}

/** Reads mailboxes in turn, as long as the socket has room. */
function createReader({ owner, mailboxes, clock, publishes, push, room, onFailure }: ReaderParameters): Reader {
  const { clientId } = owner
  /** What may have more, in the order in which it is read. */
  const waiting = new Set<Subscription>()
  const failed = new Set<Subscription>()
  let readings = 0
  let cancelRetry: (() => void) | undefined

  const deliver = (subscription: Subscription, { messages, position, hasMore }: MailboxPage) => {
    for (const message of messages) {
      if (room() <= 0) return void waiting.add(subscription)
      push(message)
      subscription.position = message.position
    }
    subscription.position = position
    if (hasMore) waiting.add(subscription)
    else subscription.isCatchingUp = false
  }
  const read = async (subscription: Subscription) => {
    const { topic, position: after, isCatchingUp: unacknowledged } = subscription
    subscription.isReading = true
    readings += 1
    try {
      const limit = Math.min(room(), pageSize)
      const page = await mailboxes.read({ topic, clientId, after, unacknowledged, limit, maxBytes: pageBytes })
      await publishes.answered({ topic, clientId })
      // Unsubscribed meanwhile: nothing was pushed, so this page is still to come.
      if (subscription.isActive) deliver(subscription, page)
    } catch (error) {
      onFailure(error)
      if (subscription.isActive) retry(subscription)
    } finally {
      // Checked in the same turn in which the reading ends, so that no notification falls between the two.
      subscription.isReading = false
      readings -= 1
      resume()
    }
  }
  const resume = () => {
    for (const subscription of waiting) {
      if (readings >= maxReadings || room() <= 0) return
      if (subscription.isReading) continue
      waiting.delete(subscription)
      void read(subscription)
    }
  }
  const retry = (subscription: Subscription) => {
    failed.add(subscription)
    cancelRetry ??= clock.setTimeout(() => {
      cancelRetry = undefined
      for (const each of failed) waiting.add(each)
      failed.clear()
      resume()
    }, retryMs)
  }
  return {
    notify(subscription) {
      waiting.add(subscription)
      resume()
    },
    resume,
    forget(subscription) {
      waiting.delete(subscription)
      failed.delete(subscription)
    },
    close: () => cancelRetry?.(),
  }
}

interface Pushes extends Pick<Deliveries, 'acknowledge'> {
  push(message: StoredMessage): void
  /** How many more messages the socket takes at the moment. */
  room(): number
}

/** What was pushed on one socket and isn't acknowledged. */
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
