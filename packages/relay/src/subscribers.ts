import { type Account, accountOf, type Budget, createLedger, type Owner } from './ledger.js'

/** A socket as those who store messages see it. */
export interface Subscriber {
  readonly owner: Owner
  /** A message may have been stored. */
  notify(topic: string): void
  /** Ends its socket, whose topics others need: its client has them again on its next one, where there is room. */
  giveWay(): void
}

/** The subscribers of all topics, over all sockets. */
export interface Subscribers {
  /** Counts what a socket keeps for its subscriptions, also for those that are paused. @param entry.amount - negative where it keeps less */
  hold(entry: { subscriber: Subscriber; amount: number }): void
  /** Whether there is room for so many more without anyone's giving way. */
  hasRoom(request: { subscriber: Subscriber; amount: number }): boolean
  /** Makes room for so many more: sockets of the one who holds most give way. @returns false where that is the subscriber's own client */
  makeRoom(request: { subscriber: Subscriber; amount: number }): boolean
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
  const held = createLedger(budget)
  /** By account: the sockets that keep something, the oldest first, and how much. */
  const holding = new Map<Account, Map<Subscriber, number>>()
  let count = 0
  return {
    hold({ subscriber, amount }) {
      const { owner } = subscriber
      held.add({ owner, amount })
      const account = accountOf(owner)
      const sockets = holding.get(account) ?? new Map<Subscriber, number>()
      const sum = (sockets.get(subscriber) ?? 0) + amount
      if (sum > 0) holding.set(account, sockets.set(subscriber, sum))
      else if (sockets.delete(subscriber) && sockets.size === 0) holding.delete(account)
    },
    hasRoom: ({ subscriber: { owner }, amount }) => held.giver({ owner, amount }) === undefined,
    makeRoom({ subscriber: { owner }, amount }) {
      for (;;) {
        const giver = held.giver({ owner, amount })
        if (giver === undefined) return true
        if (giver === accountOf(owner)) return false
        const [socket] = holding.get(giver)?.keys() ?? []
        if (socket === undefined) return false
        socket.giveWay()
      }
    },
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
