import type { Budget, Ledger, Owner } from './ledger.js'
import { createLedger } from './ledger.js'

/** A socket as those who store messages see it. */
export interface Subscriber {
  readonly owner: Owner
  /** A message may have been stored. */
  notify(topic: string): void
}

/** Who listens to what, over all sockets. */
export interface Subscribers {
  /** What sockets keep for their subscriptions, also for those that are paused. */
  readonly held: Ledger
  add(request: { topic: string; subscriber: Subscriber }): void
  remove(request: { topic: string; subscriber: Subscriber }): void
  /** Whether an address has as many sockets at a topic as it may. */
  isCrowded(request: { topic: string; address: string }): boolean
  of(topic: string): readonly Subscriber[]
  notifyAll(): void
  count(): number
}

/** Tabs of one browser listen to the same topics; a message is pushed to no more of them. */
const maxAtTopic = 32

/** Subscriptions of a client, of an address, and in all. */
const subscriptionBudget: Budget = { client: 4_000, address: 10_000, all: 100_000 }

export function createSubscribers({ budget = subscriptionBudget }: { budget?: Budget | undefined } = {}): Subscribers {
  const byTopic = new Map<string, Set<Subscriber>>()
  let count = 0
  return {
    held: createLedger(budget),
    add({ topic, subscriber }) {
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(subscriber))
      count += 1
    },
    remove({ topic, subscriber }) {
      const others = byTopic.get(topic)
      if (!others?.delete(subscriber)) return
      count -= 1
      if (others.size === 0) byTopic.delete(topic)
    },
    isCrowded({ topic, address }) {
      const others = byTopic.get(topic)
      if (others === undefined || others.size < maxAtTopic) return false
      return [...others].filter(({ owner }) => owner.address === address).length >= maxAtTopic
    },
    of: (topic) => [...(byTopic.get(topic) ?? [])],
    notifyAll() {
      for (const [topic, subscribers] of byTopic) for (const subscriber of subscribers) subscriber.notify(topic)
    },
    count: () => count,
  }
}
