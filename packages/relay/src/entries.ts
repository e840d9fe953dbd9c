import { MailboxFullError } from './errors.js'
import { accountOf, createLedger } from './ledger.js'
import { type MailboxBudgets, maxMessagesPerTopic, maxReceivers, sizeOf } from './mailboxes.js'
import { createPublications, type Entry } from './publications.js'

/** By message id, in the order in which they were stored. */
type Mailbox = Map<string, Entry>

export interface Entries {
  /** @returns false for a message that is stored already */
  add(entry: Omit<Entry, 'number' | 'receivers'>): boolean
  of(topic: string): Iterable<Entry>
  /** Notes that a client has it. */
  note(receipt: { entry: Entry; clientId: string }): void
  /** Drops what has expired, unless that was done within so many milliseconds. */
  sweep(everyMs: number): void
  /** Returns how much is stored, over all topics. */
  size(): { readonly messages: number; readonly bytes: number }
}

/** Creates the store of entries, by topic and by publisher, and who pays for it. */
export function createEntries({ now, budgets }: { now: () => number; budgets: MailboxBudgets }): Entries {
  const mailboxes = new Map<string, Mailbox>()
  const publications = createPublications()
  const stored = createStored(budgets)
  let last = 0
  let sweptAt = 0

  const drop = (entry: Entry) => {
    const { message, messageId } = entry
    const mailbox = mailboxes.get(message.topic)
    mailbox?.delete(messageId)
    if (mailbox?.size === 0) mailboxes.delete(message.topic)
    publications.drop(entry)
    stored.remove(entry)
  }
  const sweep = (everyMs: number) => {
    const time = now()
    if (time - sweptAt < everyMs) return
    sweptAt = time
    for (const mailbox of mailboxes.values()) {
      for (const entry of mailbox.values()) if (entry.expiresAt <= time) drop(entry)
    }
  }
  const makeRoom = (added: Added) => {
    const find = () => findGoing(added, { mailboxes, publications, stored })
    if (find() === undefined) return
    sweep(1_000)
    for (let going = find(); going !== undefined; going = find()) {
      if (going === null) throw new MailboxFullError()
      drop(going)
    }
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
      stored.add(entry)
      return true
    },
    of: (topic) => mailboxes.get(topic)?.values() ?? [],
    note({ entry, clientId }) {
      if (entry.receivers.size < maxReceivers) entry.receivers.add(clientId)
      publications.had(entry)
    },
    sweep,
    size: stored.size,
  }
}

type Added = Pick<Entry, 'owner' | 'message'>

interface Kept {
  readonly mailboxes: ReadonlyMap<string, Mailbox>
  readonly publications: ReturnType<typeof createPublications>
  readonly stored: ReturnType<typeof createStored>
}

/** Chooses what goes next for a message; null where no one can give anything, undefined where there is room. */
function findGoing(added: Added, { mailboxes, publications, stored }: Kept): Entry | null | undefined {
  const { topic } = added.message
  if ((mailboxes.get(topic)?.size ?? 0) >= maxMessagesPerTopic) {
    for (const own of publications.of(accountOf(added.owner))) if (own.message.topic === topic) return own
    return null
  }
  const giver = stored.giver(added)
  if (giver === undefined) return undefined
  for (const oldest of publications.of(giver)) return oldest
  return null
}

/** Counts what is stored of each owner, in bytes and in messages. */
function createStored(budgets: MailboxBudgets) {
  const bytes = createLedger(budgets.bytes)
  const messages = createLedger(budgets.messages)
  const count = ({ owner, message }: Entry, sign: 1 | -1) => {
    bytes.add({ owner, amount: sign * sizeOf(message) })
    messages.add({ owner, amount: sign })
  }
  return {
    add: (entry: Entry) => count(entry, 1),
    remove: (entry: Entry) => count(entry, -1),
    /** Returns the owner that has to give something up for one more; undefined where there is room. */
    giver: ({ owner, message }: Pick<Entry, 'owner' | 'message'>) =>
      bytes.giver({ owner, amount: sizeOf(message) }) ?? messages.giver({ owner, amount: 1 }),
    size: () => ({ messages: messages.total(), bytes: bytes.total() }),
  }
}
