import { createEntries, type Entries } from './entries.js'
import type { MailboxFullError } from './errors.js'
import { type MailboxBudgets, type Mailboxes, mailboxBudgets, type StoredMessage } from './mailboxes.js'

export interface MemoryMailboxes extends Mailboxes {
  readonly size: Entries['size']
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
