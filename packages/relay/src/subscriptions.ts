import { RelayRequestError } from './errors.js'
import { sha256 } from './mailboxes.js'
import type { RelaySessionParameters } from './parameters.js'
import type { Subscriber } from './subscribers.js'

/** One topic of a socket. */
export interface Subscription {
  readonly topic: string
  /** where reading continues; what follows wasn't pushed on this socket */
  position: string | null
  isActive: boolean
  isReading: boolean
  /**
   * Whether messages that were acknowledged on an earlier socket are left out; what comes from now on comes to each
   * socket of the client.
   */
  isCatchingUp: boolean
}

/** The topics of one socket: the active ones, and those that it left, whose positions are kept as long as there is room. */
export interface Subscriptions {
  /** Makes room for more. @throws {@link RelayRequestError} where the socket would have too many, or its client most of all */
  checkRoomFor(topics: readonly string[]): void
  activate(topic: string): Subscription
  /** @returns the one that was active */
  deactivate(topic: string): Subscription | undefined
  topics(): readonly string[]
  /** Drops a topic with its position. */
  forget(topic: string): void
}

/** The id of a client's subscription, as clients compute it, too. */
export const subscriptionIdOf = ({ topic, clientId }: { topic: string; clientId: string }): string =>
  sha256(topic + clientId)

export interface SubscriptionsParameters
  extends Pick<RelaySessionParameters, 'owner' | 'maxTopics' | 'subscribers' | 'giveWay'> {
  /** A message of the topic may have been stored. */
  notify: (subscription: Subscription) => void
}

export function createSubscriptions(parameters: SubscriptionsParameters): Subscriptions {
  const { owner, maxTopics, subscribers, giveWay, notify } = parameters
  let activeCount = 0

  const active = (topic: string) => {
    const subscription = held.all.get(topic)
    return subscription?.isActive ? subscription : undefined
  }
  const subscriber: Subscriber = {
    owner,
    notify(topic) {
      const subscription = active(topic)
      if (subscription !== undefined) notify(subscription)
    },
    giveWay,
  }
  const held = createHeld({ subscriber, maxTopics, subscribers })
  return {
    checkRoomFor(topics) {
      const wanted = [...new Set(topics)].filter((topic) => active(topic) === undefined)
      if (activeCount + wanted.length > maxTopics) throw tooMany(`a socket listens to ${maxTopics} topics at most`)
      const isCrowded = wanted.some((topic) => subscribers.isCrowded({ topic, address: owner.address }))
      if (isCrowded) throw tooMany('too many sockets of your address listen to this topic')
      held.makeRoom(wanted)
    },
    activate(topic) {
      const subscription = held.open(topic)
      if (subscription.isActive) return subscription
      subscription.isActive = true
      activeCount += 1
      subscribers.add({ topic, subscriber })
      return subscription
    },
    deactivate(topic) {
      const subscription = active(topic)
      if (subscription === undefined) return undefined
      subscription.isActive = false
      activeCount -= 1
      subscribers.remove({ topic, subscriber })
      return subscription
    },
    topics: () => [...held.all.keys()],
    forget: held.forget,
  }
}

/** Creates the subscriptions that are kept for the topics of a socket, and its share of the budget. */
function createHeld({
  subscriber,
  maxTopics,
  subscribers,
}: Pick<SubscriptionsParameters, 'maxTopics' | 'subscribers'> & { subscriber: Subscriber }) {
  const all = new Map<string, Subscription>()
  const forget = (topic: string) => {
    if (all.delete(topic)) subscribers.hold({ subscriber, amount: -1 })
  }
  return {
    all,
    forget,
    open(topic: string): Subscription {
      const known = all.get(topic)
      if (known !== undefined) return known
      const added = { topic, position: null, isActive: false, isReading: false, isCatchingUp: true }
      all.set(topic, added)
      subscribers.hold({ subscriber, amount: 1 })
      return added
    },
    /** Drops topics that the socket left, the oldest first. What it didn't acknowledge of them would come again. */
    makeRoom(topics: readonly string[]) {
      const wanted = new Set(topics)
      const amount = topics.filter((topic) => !all.has(topic)).length
      const hasRoom = () => all.size + amount <= maxTopics && subscribers.hasRoom({ subscriber, amount })
      if (amount === 0) return
      for (const { topic, isActive } of all.values()) {
        if (hasRoom()) return
        if (!isActive && !wanted.has(topic)) forget(topic)
      }
      if (!subscribers.makeRoom({ subscriber, amount })) throw tooMany('your client listens to too many topics')
    },
  }
}

const tooMany = (reason: string) =>
  new RelayRequestError({ fault: 'SubscriberLimitExceeded', message: `Subscriber limit exceeded: ${reason}` })
