import { type Account, accountOf, type Owner } from './ledger.js'
import type { Message } from './mailboxes.js'

/** A stored message. */
export interface Entry {
  readonly number: number
  readonly message: Message
  readonly messageId: string
  readonly owner: Owner
  readonly expiresAt: number
  readonly receivers: Set<string>
}

/**
 * The entries that clients have published from where they are, the oldest first, and of them those that somebody has
 * before the rest.
 */
export interface Publications {
  add(entry: Entry): void
  /** Somebody has it. */
  had(entry: Entry): void
  drop(entry: Entry): void
  of(account: Account): Iterable<Entry>
}

export function createPublications(): Publications {
  const byPublisher = new Map<Account, { readonly had: Set<Entry>; readonly unread: Set<Entry> }>()
  return {
    add(entry) {
      const account = accountOf(entry.owner)
      const own = byPublisher.get(account) ?? { had: new Set(), unread: new Set() }
      own.unread.add(entry)
      byPublisher.set(account, own)
    },
    had(entry) {
      const own = byPublisher.get(accountOf(entry.owner))
      if (own?.unread.delete(entry)) own.had.add(entry)
    },
    drop(entry) {
      const account = accountOf(entry.owner)
      const own = byPublisher.get(account)
      if (!own?.had.delete(entry)) own?.unread.delete(entry)
      if (own !== undefined && own.had.size + own.unread.size === 0) byPublisher.delete(account)
    },
    *of(account) {
      const own = byPublisher.get(account)
      if (own === undefined) return
      yield* own.had
      yield* own.unread
    },
  }
}
