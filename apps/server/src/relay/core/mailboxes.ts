/** What is sent from one client to whoever listens to a topic. The relay can't read it: it is sealed between the two. */
export interface Message {
  /** 64 hexadecimal digits, lower case */
  readonly topic: string
  /** the sealed envelope, as it came */
  readonly message: string
  /** what kind of message it is, by the protocol's table; 0 where nobody said */
  readonly tag: number
  /** a third party's word about the sender, handed through; an empty one is kept apart from none */
  readonly attestation?: string | undefined
  /** milliseconds since 1970 */
  readonly publishedAt: number
}

/** A message that waits in the mailbox of its topic. */
export interface KeptMessage extends Message {
  /** where it stands in its mailbox; only the mailboxes know how to compare two */
  readonly place: string
}

export interface MailboxPage {
  /** in the order in which they came */
  readonly messages: readonly KeptMessage[]
  /** up to where was read: what to go on after; null for a mailbox in which nothing was ever */
  readonly place: string | null
  /** whether there is more to read right now */
  readonly hasMore: boolean
}

/**
 * Messages by topic, each kept until its time is over, in this process's memory or where all nodes see it.
 * A message is the same as another when topic and text are.
 */
export interface Mailboxes {
  /**
   * Keeps a message, and tells who listens. The same message again is kept once and nobody is told.
   * @param request.publisher - the client it comes from, who will never read it
   * @param request.messageId - SHA-256 of the text, as the clients compute it
   * @throws {@link MailboxFullError}
   */
  keep(request: { message: Message; messageId: string; publisher: string; ttlMs: number }): Promise<void>
  /**
   * Reads what others sent.
   * @param request.after - where to go on; null for the begin
   * @param request.unacknowledged - leave out what this client has acknowledged
   * @param request.most - how many messages at once
   */
  read(request: {
    topic: string
    clientId: string
    after: string | null
    unacknowledged: boolean
    most: number
  }): Promise<MailboxPage>
  /** Notes that a client has a message, which makes room when room is needed. */
  acknowledge(request: { topic: string; clientId: string; place: string }): Promise<void>
  /**
   * Tells of each topic in whose mailbox something new is, on whichever node it came; null: it may be in any.
   * @returns what ends it
   */
  watch(onKept: (topic: string | null) => void): () => void
}

/** How much one mailbox may hold. When it is full, what somebody has acknowledged makes room. */
export const mostMessagesOfTopic = 200
/** So many clients of a topic are noted as having a message; a topic has two ends. */
export const mostReceivers = 32
