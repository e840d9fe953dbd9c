import { MailboxFullError } from './MailboxFullError.js'
import { type KeptMessage, type Mailboxes, type Message, mostMessagesOfTopic, mostReceivers } from './mailboxes.js'

interface Kept {
  readonly number: number
  readonly message: Message
  readonly messageId: string
  readonly publisher: string
  readonly expiresAt: number
  readonly receivers: Set<string>
}

interface Mailbox {
  /** by the message's id, in the order in which they came */
  readonly kept: Map<string, Kept>
}

/** A text's memory, two bytes a character at most, and what is kept around it. */
const sizeOf = ({ message, attestation = '' }: Message) => 2 * (message.length + attestation.length) + 500

export interface MemoryMailboxes extends Mailboxes {
  /** How much is kept, over all topics. */
  size(): { readonly messages: number; readonly bytes: number }
}

/**
 * Mailboxes in this process's memory, for one node alone: what is in them ends with the process.
 * @param options.mostBytes - how much all of them may hold; 256 MiB when left out
 */
export function createMemoryMailboxes({
  now,
  mostBytes = 256 * 1024 * 1024,
}: {
  now: () => number
  mostBytes?: number | undefined
}): MemoryMailboxes {
  const mailboxes = new Map<string, Mailbox>()
  const watchers = new Set<(topic: string | null) => void>()
  let last = 0
  let messages = 0
  let bytes = 0
  let sweptAt = 0

  const forget = (mailbox: Mailbox, { messageId, message }: Kept) => {
    mailbox.kept.delete(messageId)
    messages -= 1
    bytes -= sizeOf(message)
  }
  const forgetWhere = (mailbox: Mailbox, isOver: (kept: Kept) => boolean) => {
    for (const kept of mailbox.kept.values()) if (isOver(kept)) forget(mailbox, kept)
  }
  /** Now and then, so that what nobody asks for goes as well. */
  const sweep = (everyMs: number) => {
    const time = now()
    if (time - sweptAt < everyMs) return
    sweptAt = time
    for (const [topic, mailbox] of mailboxes) {
      forgetWhere(mailbox, ({ expiresAt }) => expiresAt <= time)
      if (mailbox.kept.size === 0) mailboxes.delete(topic)
    }
  }
  const makeRoom = (mailbox: Mailbox | undefined, size: number) => {
    const time = now()
    const isFull = () => (mailbox?.kept.size ?? 0) >= mostMessagesOfTopic
    if (isFull() && mailbox) forgetWhere(mailbox, ({ expiresAt, receivers }) => expiresAt <= time || receivers.size > 0)
    if (bytes + size > mostBytes) {
      sweep(1_000)
      for (const each of mailboxes.values()) {
        if (bytes + size <= mostBytes) break
        forgetWhere(each, ({ receivers }) => receivers.size > 0)
      }
    }
    if (isFull() || bytes + size > mostBytes) throw new MailboxFullError()
  }
  return {
    async keep({ message, messageId, publisher, ttlMs }) {
      const time = now()
      sweep(60_000)
      const mailbox = mailboxes.get(message.topic)
      const known = mailbox?.kept.get(messageId)
      if (known !== undefined && known.expiresAt > time) return
      if (mailbox !== undefined && known !== undefined) forget(mailbox, known)
      const size = sizeOf(message)
      makeRoom(mailbox, size)
      const into = mailbox ?? { kept: new Map<string, Kept>() }
      mailboxes.set(message.topic, into)
      const expiresAt = time + ttlMs
      into.kept.set(messageId, { number: ++last, message, messageId, publisher, expiresAt, receivers: new Set() })
      messages += 1
      bytes += size
      for (const tell of watchers) tell(message.topic)
    },
    async read({ topic, clientId, after, unacknowledged, most }) {
      const time = now()
      const found: KeptMessage[] = []
      let place = after
      for (const { number, message, publisher, expiresAt, receivers } of mailboxes.get(topic)?.kept.values() ?? []) {
        if (after !== null && number <= Number(after)) continue
        if (found.length >= most) return { messages: found, place, hasMore: true }
        place = String(number)
        if (expiresAt <= time || publisher === clientId || (unacknowledged && receivers.has(clientId))) continue
        found.push({ ...message, place })
      }
      return { messages: found, place, hasMore: false }
    },
    async acknowledge({ topic, clientId, place }) {
      for (const { number, receivers } of mailboxes.get(topic)?.kept.values() ?? []) {
        if (number === Number(place) && receivers.size < mostReceivers) receivers.add(clientId)
      }
    },
    watch(onKept) {
      watchers.add(onKept)
      return () => void watchers.delete(onKept)
    },
    size: () => ({ messages, bytes }),
  }
}
