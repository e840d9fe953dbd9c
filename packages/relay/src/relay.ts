import type { Mailboxes } from './mailboxes.js'
import { createRelaySession, type RelaySession } from './session.js'
import type { Subscription } from './subscription.js'

/** What a relay counts. */
export type RelayEvent = 'published' | 'pushed' | 'acknowledged' | 'refused'

export interface RelayParameters {
  mailboxes: Mailboxes
  clock: { now(): number; setTimeout(callback: () => void, ms: number): () => void }
  /** how many topics one socket may subscribe to; 1,000 by default */
  maxTopics?: number | undefined
  onEvent?: ((event: RelayEvent) => void) | undefined
  /** a mailbox couldn't be read or written; the client gets an error, or the relay retries */
  onFailure?: ((error: unknown) => void) | undefined
}

/**
 * A relay without its sockets: frames go in and come out as text, by whatever transport. It speaks both dialects of the
 * WalletConnect relay at once, and holds nothing but the subscriptions; the messages are in the mailboxes.
 * @example
 * const relay = createRelay({ mailboxes: createMemoryMailboxes({ now }), clock })
 * const session = relay.open({ clientId: 'did:key:z6Mk…', send: (frame) => socket.send(frame) })
 * socket.on('message', (text) => session.receive(text))
 * socket.on('close', session.close)
 */
export interface Relay {
  /** Opens a client's session. The caller has authenticated the client. */
  open(socket: { clientId: string; send: (frame: string) => void }): RelaySession
  /** The clients that are subscribed to a topic, one entry a socket. */
  subscribers(topic: string): readonly string[]
  state(): { readonly sockets: number; readonly subscriptions: number }
  /** Stops watching the mailboxes. */
  close(): void
}

export function createRelay({
  mailboxes,
  clock,
  maxTopics = 1_000,
  onEvent = () => {},
  onFailure = () => {},
}: RelayParameters): Relay {
  const subscribers = createSubscribers()
  const publishes = createOpenPublishes()
  let sockets = 0
  const stopWatching = mailboxes.watch((topic) => {
    for (const subscription of topic === null ? subscribers.all() : subscribers.of(topic)) subscription.notify()
  })
  return {
    open({ clientId, send }) {
      sockets += 1
      const onClosed = () => {
        sockets -= 1
      }
      const shared = { mailboxes, clock, maxTopics, subscribers, publishes, onEvent, onFailure }
      return createRelaySession({ ...shared, clientId, send, onClosed })
    },
    subscribers: (topic) => subscribers.of(topic).map(({ clientId }) => clientId),
    state: () => ({ sockets, subscriptions: subscribers.count() }),
    close: stopWatching,
  }
}

/** The active subscriptions of all sockets. */
export interface Subscribers {
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
  of(topic: string): readonly Subscription[]
  all(): readonly Subscription[]
  count(): number
}

function createSubscribers(): Subscribers {
  const byTopic = new Map<string, Set<Subscription>>()
  let count = 0
  return {
    add(subscription) {
      const others = byTopic.get(subscription.topic) ?? new Set()
      byTopic.set(subscription.topic, others.add(subscription))
      count += 1
    },
    remove(subscription) {
      const others = byTopic.get(subscription.topic)
      if (!others?.delete(subscription)) return
      count -= 1
      if (others.size === 0) byTopic.delete(subscription.topic)
    },
    of: (topic) => [...(byTopic.get(topic) ?? [])],
    all: () => [...byTopic.values()].flatMap((each) => [...each]),
    count: () => count,
  }
}

/**
 * The publishes whose publishers have no answer yet. A message is delivered only after its publisher's answer is sent: an
 * older official wallet otherwise waits forever. Other nodes may deliver it before, so a publisher itself receives nothing,
 * on whichever topic a response comes, until it has its answer.
 */
export interface OpenPublishes {
  /** @returns a function to call when the answer is sent */
  open(publish: { topics: readonly string[]; clientId: string }): () => void
  /** Resolves when every publish that is open now, to the topic or by the client, is answered. */
  answered(delivery: { topic: string; clientId: string }): Promise<void>
}

function createOpenPublishes(): OpenPublishes {
  /** By topic and by client id. */
  const open = new Map<string, Set<Promise<void>>>()
  return {
    open({ topics, clientId }) {
      let resolveAnswered = () => {}
      const answered = new Promise<void>((resolve) => {
        resolveAnswered = resolve
      })
      const keys = [...topics, clientId]
      for (const key of keys) open.set(key, (open.get(key) ?? new Set()).add(answered))
      return () => {
        for (const key of keys) {
          const others = open.get(key)
          if (others?.delete(answered) && others.size === 0) open.delete(key)
        }
        resolveAnswered()
      }
    },
    async answered({ topic, clientId }) {
      await Promise.all([...(open.get(topic) ?? []), ...(open.get(clientId) ?? [])])
    },
  }
}
