import { MailboxFullError } from './errors.js'
import { type Mailboxes, type Message, maxMessagesPerTopic, maxReceivers, type StoredMessage } from './mailboxes.js'

interface Entry {
  readonly number: number
  readonly message: Message
  readonly messageId: string
  readonly publisher: string
  readonly expiresAt: number
  readonly receivers: Set<string>
}

/** By message id, in the order in which they were stored. */
type Mailbox = Map<string, Entry>

/** At most two bytes a character, and what an entry takes besides. */
const sizeOf = ({ message, attestation = '' }: Message) => 2 * (message.length + attestation.length) + 500

const isAcknowledged = ({ receivers }: Entry) => receivers.size > 0

export interface MemoryMailboxes extends Mailboxes {
  /** How much is stored, over all topics. */
  size(): { readonly messages: number; readonly bytes: number }
}

/**
 * Mailboxes in this process's memory, for a single node: their content is lost with the process.
 * @param options.maxBytes - how much all of them may hold; 256 MiB by default
 * @throws {@link MailboxFullError} from `store`
 */
export function createMemoryMailboxes({
  now,
  maxBytes = 256 * 1024 * 1024,
}: {
  now: () => number
  maxBytes?: number | undefined
}): MemoryMailboxes {
  const entries = createEntries({ now, maxBytes })
  const watchers = new Set<(topic: string | null) => void>()
  return {
    async store({ message, messageId, publisher, ttlMs }) {
      const expiresAt = now() + ttlMs
      if (!entries.add({ message, messageId, publisher, expiresAt })) return
      for (const onStored of watchers) onStored(message.topic)
    },
    async read({ topic, clientId, after, unacknowledged, limit }) {
      const time = now()
      const messages: StoredMessage[] = []
      let position = after
      for (const { number, message, publisher, expiresAt, receivers } of entries.of(topic)) {
        if (after !== null && number <= Number(after)) continue
        if (messages.length >= limit) return { messages, position, hasMore: true }
        position = String(number)
        if (expiresAt <= time || publisher === clientId || (unacknowledged && receivers.has(clientId))) continue
        messages.push({ ...message, position })
      }
      return { messages, position, hasMore: false }
    },
    async acknowledge({ topic, clientId, position }) {
      for (const { number, receivers } of entries.of(topic)) {
        if (number === Number(position) && receivers.size < maxReceivers) receivers.add(clientId)
      }
    },
    watch(onStored) {
      watchers.add(onStored)
      return () => void watchers.delete(onStored)
    },
    size: entries.size,
  }
}

interface Entries {
  /** @returns false for a message that is stored already */
  add(entry: Omit<Entry, 'number' | 'receivers'>): boolean
  of(topic: string): Iterable<Entry>
  size: MemoryMailboxes['size']
}

/** What is stored, and how much of it: expired entries and, for want of room, acknowledged ones are dropped. */
function createEntries({ now, maxBytes }: { now: () => number; maxBytes: number }): Entries {
  const mailboxes = new Map<string, Mailbox>()
  let last = 0
  let messages = 0
  let bytes = 0
  let sweptAt = 0

  const drop = (mailbox: Mailbox, { messageId, message }: Entry) => {
    mailbox.delete(messageId)
    messages -= 1
    bytes -= sizeOf(message)
  }
  const dropWhere = (mailbox: Mailbox, isDone: (entry: Entry) => boolean) => {
    for (const entry of mailbox.values()) if (isDone(entry)) drop(mailbox, entry)
  }
  /** Drops what has expired in mailboxes that no client asks for. */
  const sweep = (everyMs: number) => {
    const time = now()
    if (time - sweptAt < everyMs) return
    sweptAt = time
    for (const [topic, mailbox] of mailboxes) {
      dropWhere(mailbox, ({ expiresAt }) => expiresAt <= time)
      if (mailbox.size === 0) mailboxes.delete(topic)
    }
  }
  const makeRoom = (mailbox: Mailbox, size: number) => {
    const time = now()
    const isFull = () => mailbox.size >= maxMessagesPerTopic
    if (isFull()) dropWhere(mailbox, (entry) => entry.expiresAt <= time || isAcknowledged(entry))
    if (bytes + size > maxBytes) {
      sweep(1_000)
      for (const each of mailboxes.values()) {
        if (bytes + size <= maxBytes) break
        dropWhere(each, isAcknowledged)
      }
    }
    if (isFull() || bytes + size > maxBytes) throw new MailboxFullError()
  }
  return {
    add(entry) {
      sweep(60_000)
      const { message, messageId } = entry
      const mailbox = mailboxes.get(message.topic) ?? new Map<string, Entry>()
      const known = mailbox.get(messageId)
      if (known !== undefined && known.expiresAt > now()) return false
      if (known !== undefined) drop(mailbox, known)
      const size = sizeOf(message)
      makeRoom(mailbox, size)
      mailboxes.set(message.topic, mailbox)
      mailbox.set(messageId, { ...entry, number: ++last, receivers: new Set() })
      messages += 1
      bytes += size
      return true
    },
    of: (topic) => mailboxes.get(topic)?.values() ?? [],
    size: () => ({ messages, bytes }),
  }
}
