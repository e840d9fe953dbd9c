import type { Budget, Owner } from './ledger.js'
import type { Mailboxes } from './mailboxes.js'
import type { Cost } from './requests.js'
import type { Subscribers } from './subscribers.js'

/** The events that a relay counts. */
export type RelayEvent = 'published' | 'pushed' | 'acknowledged' | 'refused'

export interface RelayParameters {
  mailboxes: Mailboxes
  clock: { now(): number; setTimeout(callback: () => void, ms: number): () => void }
  /** how many topics one socket may subscribe to; 1,000 by default */
  maxTopics?: number | undefined
  /** how many topics may be listened to, over all sockets; sockets of the one who listens to most give way */
  subscriptions?: Budget | undefined
  /**
   * Pays for a request before it is performed; everything is paid for by default.
   * @returns false where its owner can't: it is rejected
   */
  pay?: ((request: { owner: Owner; cost: Cost }) => Promise<boolean>) | undefined
  onEvent?: ((event: RelayEvent) => void) | undefined
  /** a mailbox couldn't be read or written; the client gets an error, or the relay retries */
  onFailure?: ((error: unknown) => void) | undefined
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

/** The parameters of a client's session. */
export interface RelaySessionParameters extends Pick<RelayParameters, 'mailboxes' | 'clock'> {
  maxTopics: number
  owner: Owner
  send: (frame: string) => void
  hasRoom: () => boolean
  onIdle: () => void
  subscribers: Subscribers
  publishes: OpenPublishes
  pay: NonNullable<RelayParameters['pay']>
  onEvent: NonNullable<RelayParameters['onEvent']>
  onFailure: NonNullable<RelayParameters['onFailure']>
  /** Ends the session, and its socket. */
  giveWay: () => void
  onClosed: () => void
}
