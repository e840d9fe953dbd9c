import type { Mailboxes } from './mailboxes.js'
import { createRelaySession, type RelaySession, type Sockets } from './relaySession.js'
import type { Subscription } from './subscription.js'

/** What happened, for figures. */
export type RelayEvent = 'published' | 'pushed' | 'acknowledged' | 'refused'

export interface RelayParameters {
  mailboxes: Mailboxes
  clock: { now(): number; setTimeout(callback: () => void, ms: number): () => void }
  /** SHA-256 of a text's UTF-8, in hexadecimal */
  sha256: (text: string) => string
  /** how many topics one socket may listen to; 1,000 when left out */
  mostTopics?: number | undefined
  onEvent?: ((event: RelayEvent) => void) | undefined
  /** a mailbox couldn't be read or written; whoever waits for it is told or tried again */
  onFailure?: ((error: unknown) => void) | undefined
}

/**
 * A relay without its sockets: frames go in and come out as text, whoever carries them. It speaks both dialects of the
 * WalletConnect relay at once, and holds nothing but who listens to what; the messages are in the mailboxes.
 * @example
 * const relay = createRelay({ mailboxes: createMemoryMailboxes({ now }), clock, sha256 })
 * const session = relay.open({ clientId: 'did:key:z6Mk…', send: (frame) => socket.send(frame) })
 * socket.on('message', (text) => session.receive(text))
 * socket.on('close', session.close)
 */
export interface Relay {
  /** A client is here. Its id is believed: who opens has checked it. */
  open(socket: { clientId: string; send: (frame: string) => void }): RelaySession
  state(): { readonly sockets: number; readonly subscriptions: number }
  /** Listens to the mailboxes no longer. */
  close(): void
}

export function createRelay({
  mailboxes,
  clock,
  sha256,
  mostTopics = 1_000,
  onEvent = () => {},
  onFailure = () => {},
}: RelayParameters): Relay {
  const listening = new Map<string, Set<Subscription>>()
  let sockets = 0
  let subscriptions = 0
  const registry: Sockets = {
    add(subscription) {
      const others = listening.get(subscription.topic) ?? new Set()
      listening.set(subscription.topic, others.add(subscription))
      subscriptions += 1
    },
    remove(subscription) {
      const others = listening.get(subscription.topic)
      if (!others?.delete(subscription)) return
      subscriptions -= 1
      if (others.size === 0) listening.delete(subscription.topic)
    },
  }
  const end = mailboxes.watch((topic) => {
    const rung = topic === null ? listening.values() : [listening.get(topic) ?? []]
    for (const each of rung) for (const subscription of each) subscription.ring()
  })
  return {
    open({ clientId, send }) {
      sockets += 1
      return createRelaySession({
        clientId,
        send,
        mailboxes,
        clock,
        sha256,
        mostTopics,
        onEvent,
        onFailure,
        sockets: registry,
        onClosed: () => {
          sockets -= 1
        },
      })
    },
    state: () => ({ sockets, subscriptions }),
    close: end,
  }
}
