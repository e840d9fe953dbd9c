import type { Publication } from '../../protocol/index.js'

/** For tests; no entry exports it. A message that waits for whoever listens to its topic. */
export interface TestMessage extends Publication {
  readonly publisher: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** The clients that have said that they have it. */
  readonly had: Set<string>
}

export interface TestMailboxes {
  /** @returns the message, or undefined where it was kept already */
  keep(message: { readonly publication: Publication; readonly publisher: string }): TestMessage | undefined
  /** What others sent, and this client hasn't had. */
  waiting(reader: { readonly topic: string; readonly clientId: string }): readonly TestMessage[]
  all(): readonly TestMessage[]
}

/** The same text on the same topic is the same message. */
export function createTestMailboxes({ now }: { readonly now: () => number }): TestMailboxes {
  const topics = new Map<string, Map<string, TestMessage>>()
  const fresh = (topic: string) => [...(topics.get(topic)?.values() ?? [])].filter(({ expiresAt }) => expiresAt > now())
  return {
    keep({ publication, publisher }) {
      const { topic, message, ttl } = publication
      const kept = topics.get(topic) ?? new Map<string, TestMessage>()
      topics.set(topic, kept)
      const before = kept.get(message)
      if (before && before.expiresAt > now()) return undefined
      const one: TestMessage = {
        ...publication,
        publisher,
        publishedAt: now(),
        expiresAt: now() + ttl * 1_000,
        had: new Set(),
      }
      kept.set(message, one)
      return one
    },
    waiting: ({ topic, clientId }) =>
      fresh(topic).filter(({ publisher, had }) => publisher !== clientId && !had.has(clientId)),
    all: () => [...topics.keys()].flatMap(fresh),
  }
}
