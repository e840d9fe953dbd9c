import { createHash } from 'node:crypto'
import type { Budget, Owner } from './ledger.js'

/**
 * A message of a client to the subscribers of a topic. It is encrypted between the two ends, and the relay has no key.
 */
export interface Message {
  /** 64 hexadecimal digits, lower case */
  readonly topic: string
  /** the sealed envelope, as it was received */
  readonly message: string
  /** the kind of message, by the protocol's table; 0 where the publisher gives none */
  readonly tag: number
  /** a third party's statement about the publisher, passed on unchanged; an empty one differs from none */
  readonly attestation?: string | undefined
  /** milliseconds since 1970 */
  readonly publishedAt: number
}

/** A message in the mailbox of its topic. */
export interface StoredMessage extends Message {
  /** where it stands in its mailbox; only the mailboxes can compare two */
  readonly position: string
}

export interface MailboxPage {
  /** in the order in which they were stored */
  readonly messages: readonly StoredMessage[]
  /** where the next page starts; null for a mailbox in which nothing was ever stored */
  readonly position: string | null
  /** whether there is more to read right now */
  readonly hasMore: boolean
}

/**
 * Messages by topic, each stored until its time to live is over: in this process's memory, or where all nodes reach them.
 * A message equals another when topic and text do.
 */
export interface Mailboxes {
  /**
   * Stores a message and notifies the watchers. The same message again is stored once, without a notification. Where its
   * owner's budget, or the topic, has no room for it, the publisher's own oldest go first, those before all others that
   * somebody has acknowledged; where its address or all together have none, those of the one who holds most.
   * @param request.owner - the client that sent it, to which it is never delivered, and who pays for it
   * @param request.messageId - {@link sha256} of the text
   * @throws {@link MailboxFullError} where the topic is full of others' messages, or the publisher alone would hold most, by this one message
   */
  store(request: { message: Message; messageId: string; owner: Owner; ttlMs: number }): Promise<void>
  /**
   * Reads what others have sent.
   * @param request.after - the position to continue after; null for the start
   * @param request.unacknowledged - leaves out what this client has acknowledged
   * @param request.limit - how many messages at once
   * @param request.maxBytes - how much text at once; one message is read however large it is
   */
  read(request: {
    topic: string
    clientId: string
    after: string | null
    unacknowledged: boolean
    limit: number
    maxBytes: number
  }): Promise<MailboxPage>
  /** Records that a client has a message, which is then the first of its publisher's to go. */
  acknowledge(request: { topic: string; clientId: string; position: string }): Promise<void>
  /**
   * Notifies of each topic with a new message, stored by any node; null: any topic may have one.
   * @returns a function that stops watching
   */
  watch(onStored: (topic: string | null) => void): () => void
  /** Drops what has expired in mailboxes that no one asks for. */
  tidy(): Promise<void>
}

/** The budgets of mailboxes, over all topics. */
export interface MailboxBudgets {
  readonly bytes: Budget
  readonly messages: Budget
}

const mebibyte = 1024 * 1024

/** @param options.maxBytes - how much all mailboxes may hold; 256 MiB by default */
export const mailboxBudgets = ({
  maxBytes = 256 * mebibyte,
}: {
  maxBytes?: number | undefined
} = {}): MailboxBudgets => ({
  bytes: { client: 4 * mebibyte, address: 16 * mebibyte, all: maxBytes },
  messages: { client: 500, address: 10_000, all: 200_000 },
})

/** Returns the size of a message: at most two bytes a character, and as much again as a small one has around it. */
export const sizeOf = ({ message, attestation = '' }: Message): number =>
  2 * (message.length + attestation.length) + 1_000

/** How many messages one mailbox holds. */
export const maxMessagesPerTopic = 1_000
/** So many clients of a topic are recorded as having a message; a topic has two ends. */
export const maxReceivers = 32

/** Of the UTF-8 text, in hexadecimal, as clients compute the ids of messages and subscriptions. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
