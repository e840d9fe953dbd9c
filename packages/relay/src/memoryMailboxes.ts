import { MailboxFullError } from './errors.js'
import { createLedger, type Owner } from './ledger.js'
import {
  type MailboxBudgets,
  type Mailboxes,
  type Message,
  mailboxBudgets,
  maxMessagesPerTopic,
  maxReceivers,
  type StoredMessage,
  sizeOf,
} from './mailboxes.js'

interface Entry {
  readonly number: number
  readonly message: Message
  readonly messageId: string
  readonly owner: Owner
  readonly expiresAt: number
  readonly receivers: Set<string>
}

/** By message id, in the order in which they were stored. */
type Mailbox = Map<string, Entry>

export interface MemoryMailboxes extends Mailboxes {
  /** How much is stored, over all topics. */
  size(): { readonly messages: number; readonly bytes: number }
}

/**
 * Mailboxes in this process's memory, for a single node: their content is lost with the process.
 * @throws {@link MailboxFullError} from `store`
 */
export function createMemoryMailboxes({
  now,
  budgets = mailboxBudgets(),
}: {
  now: () => number
  budgets?: MailboxBudgets | undefined
}): MemoryMailboxes {
  const entries = createEntries({ now, budgets })
  const watchers = new Set<(topic: string | null) => void>()
  return {
    async store({ message, messageId, owner, ttlMs }) {
      const expiresAt = now() + ttlMs
      if (!entries.add({ message, messageId, owner, expiresAt })) return
      for (const onStored of watchers) onStored(message.topic)
    },
    async read({ topic, clientId, after, unacknowledged, limit, maxBytes }) {
      const time = now()
      const messages: StoredMessage[] = []
      let bytes = 0
      let position = after
      for (const { number, message, owner, expiresAt, receivers } of entries.of(topic)) {
        if (after !== null && number <= Number(after)) continue
        if (messages.length >= limit) return { messages, position, hasMore: true }
        const isWanted = expiresAt > time && owner.clientId !== clientId && !(unacknowledged && receivers.has(clientId))
        if (isWanted) {
          bytes += message.message.length
          if (bytes > maxBytes && messages.length > 0) return { messages, position, hasMore: true }
          messages.push({ ...message, position: String(number) })
        }
        position = String(number)
      }
      return { messages, position, hasMore: false }
    },
    async acknowledge({ topic, clientId, position }) {
      for (const entry of entries.of(topic)) if (entry.number === Number(position)) entries.note({ entry, clientId })
    },
    watch(onStored) {
      watchers.add(onStored)
      return () => void watchers.delete(onStored)
    },
    tidy: async () => entries.sweep(0),
    size: entries.size,
  }
}

interface Entries {
  /** @returns false for a message that is stored already */
  add(entry: Omit<Entry, 'number' | 'receivers'>): boolean
  of(topic: string): Iterable<Entry>
  /** Notes that a client has it. */
  note(receipt: { entry: Entry; clientId: string }): void
  /** Drops what has expired, unless that was done within so many milliseconds. */
  sweep(everyMs: number): void
  size: MemoryMailboxes['size']
}

/** What clients have published, the oldest first, and of it what somebody has before the rest. */
interface Publications {
  add(entry: Entry): void
  /** Somebody has it. */
  had(entry: Entry): void
  drop(entry: Entry): void
  of(owner: Owner): Iterable<Entry>
}

function createPublications(): Publications {
  const byPublisher = new Map<string, { readonly had: Set<Entry>; readonly unread: Set<Entry> }>()
  return {
    add(entry) {
      const { clientId } = entry.owner
      const own = byPublisher.get(clientId) ?? { had: new Set(), unread: new Set() }
      own.unread.add(entry)
      byPublisher.set(clientId, own)
    },
    had(entry) {
      const own = byPublisher.get(entry.owner.clientId)
      if (own?.unread.delete(entry)) own.had.add(entry)
    },
    drop(entry) {
      const { clientId } = entry.owner
      const own = byPublisher.get(clientId)
      if (!own?.had.delete(entry)) own?.unread.delete(entry)
      if (own !== undefined && own.had.size + own.unread.size === 0) byPublisher.delete(clientId)
    },
    *of({ clientId }) {
      const own = byPublisher.get(clientId)
      if (own === undefined) return
      yield* own.had
      yield* own.unread
    },
  }
}

interface ToDrop {
  /** the topic of what is to be added */
  readonly topic: string
  /** by how much its owner would have too much; nothing or less where there is room */
  overBytes: number
  overMessages: number
  isTopicFull: boolean
  /** the publisher's own, in the order in which they go */
  readonly own: Iterable<Entry>
}

/** What has to go of the publisher's own: nothing, or null where that wouldn't do. */
function toDrop({ topic, overBytes, overMessages, isTopicFull, own }: ToDrop): readonly Entry[] | null {
  const going: Entry[] = []
  for (const entry of own) {
    const isOver = overBytes > 0 || overMessages > 0
    if (!isOver && !isTopicFull) break
    const isOfTopic = entry.message.topic === topic
    if (!isOver && !isOfTopic) continue
    going.push(entry)
    overBytes -= sizeOf(entry.message)
    overMessages -= 1
    if (isOfTopic) isTopicFull = false
  }
  return overBytes > 0 || overMessages > 0 || isTopicFull ? null : going
}

/** What is stored, by topic and by publisher, and who pays for it. */
function createEntries({ now, budgets }: { now: () => number; budgets: MailboxBudgets }): Entries {
  const mailboxes = new Map<string, Mailbox>()
  const publications = createPublications()
  const bytes = createLedger(budgets.bytes)
  const messages = createLedger(budgets.messages)
  let last = 0
  let sweptAt = 0

  const count = ({ owner, message }: Entry, sign: 1 | -1) => {
    bytes.add({ owner, amount: sign * sizeOf(message) })
    messages.add({ owner, amount: sign })
  }
  const drop = (entry: Entry) => {
    const { message, messageId } = entry
    const mailbox = mailboxes.get(message.topic)
    mailbox?.delete(messageId)
    if (mailbox?.size === 0) mailboxes.delete(message.topic)
    publications.drop(entry)
    count(entry, -1)
  }
  const sweep = (everyMs: number) => {
    const time = now()
    if (time - sweptAt < everyMs) return
    sweptAt = time
    for (const mailbox of mailboxes.values()) {
      for (const entry of mailbox.values()) if (entry.expiresAt <= time) drop(entry)
    }
  }
  const goingFor = ({ owner, message }: Pick<Entry, 'owner' | 'message'>) =>
    toDrop({
      topic: message.topic,
      overBytes: bytes.excess({ owner, amount: sizeOf(message) }),
      overMessages: messages.excess({ owner, amount: 1 }),
      isTopicFull: (mailboxes.get(message.topic)?.size ?? 0) >= maxMessagesPerTopic,
      own: publications.of(owner),
    })
  const makeRoom = (entry: Pick<Entry, 'owner' | 'message'>) => {
    let going = goingFor(entry)
    if (going === null || going.length > 0) {
      sweep(1_000)
      going = goingFor(entry)
    }
    if (going === null) throw new MailboxFullError()
    for (const each of going) drop(each)
  }
  return {
    add(added) {
      sweep(60_000)
      const { message, messageId } = added
      const known = mailboxes.get(message.topic)?.get(messageId)
      if (known !== undefined && known.expiresAt > now()) return false
      if (known !== undefined) drop(known)
      makeRoom(added)
      const entry: Entry = { ...added, number: ++last, receivers: new Set() }
      mailboxes.set(message.topic, (mailboxes.get(message.topic) ?? new Map()).set(messageId, entry))
      publications.add(entry)
      count(entry, 1)
      return true
    },
    of: (topic) => mailboxes.get(topic)?.values() ?? [],
    note({ entry, clientId }) {
      if (entry.receivers.size < maxReceivers) entry.receivers.add(clientId)
      publications.had(entry)
    },
    sweep,
    size: () => ({ messages: messages.total(), bytes: bytes.total() }),
  }
}
