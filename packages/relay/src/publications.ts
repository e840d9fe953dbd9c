import type { Owner } from './ledger.js'
import { type Message, sizeOf } from './mailboxes.js'

/** A stored message. */
export interface Entry {
  readonly number: number
  readonly message: Message
  readonly messageId: string
  readonly owner: Owner
  readonly expiresAt: number
  readonly receivers: Set<string>
}

/** What clients have published, the oldest first, and of it what somebody has before the rest. */
export interface Publications {
  add(entry: Entry): void
  /** Somebody has it. */
  had(entry: Entry): void
  drop(entry: Entry): void
  of(owner: Owner): Iterable<Entry>
}

export function createPublications(): Publications {
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

export interface ToDrop {
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
export function toDrop({ topic, overBytes, overMessages, isTopicFull, own }: ToDrop): readonly Entry[] | null {
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
