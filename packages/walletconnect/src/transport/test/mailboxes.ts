import type { Clock } from '@foyer/core'
import { createMemoryMailboxes, type Mailboxes } from '@foyer/relay'
import * as v from 'valibot'
import type { Publication } from '../../protocol/relayCalls.js'

/** For tests; no entry exports it. A message in a mailbox of the relay, until it expires. */
export interface TestMessage extends Publication {
  readonly publisher: string
  readonly publishedAt: number
  readonly expiresAt: number
  /** The clients that have acknowledged it; a client that is added isn't pushed it when it subscribes. */
  readonly had: Set<string>
}

export interface RecordedMailboxes {
  readonly mailboxes: Mailboxes
  /** Returns the stored messages that haven't expired, oldest first. */
  all(): readonly TestMessage[]
  find(message: { readonly topic: string; readonly message: string }): TestMessage | undefined
  /** Notes whether a publication is to wake the wallet, which the relay itself drops. */
  notePrompt(params: unknown): void
}

const Prompting = v.object({ message: v.string(), prompt: v.literal(true) })

/** Mailboxes in memory, and a record of what is in them. */
export function recordMailboxes({ now }: Pick<Clock, 'now'>): RecordedMailboxes {
  const inner = createMemoryMailboxes({ now })
  const records: TestMessage[] = []
  const prompts = new Set<string>()
  const positions = new Map<string, TestMessage>()
  const all = () =>
    records
      .filter(({ expiresAt }) => expiresAt > now())
      .map((record) => (prompts.has(record.message) ? { ...record, prompt: true } : record))
  const find = ({ topic, message }: { readonly topic: string; readonly message: string }) =>
    records.filter((record) => record.topic === topic && record.message === message).at(-1)
  const mailboxes: Mailboxes = {
    ...inner,
    async store(request) {
      const { message, owner, ttlMs } = request
      const isStored = (find(message)?.expiresAt ?? 0) > now()
      const { attestation, ...rest } = message
      const publication = { ...rest, ttl: ttlMs / 1_000, ...(attestation === undefined ? {} : { attestation }) }
      if (!isStored)
        records.push({ ...publication, publisher: owner.clientId, expiresAt: now() + ttlMs, had: new Set() })
      await inner.store(request)
    },
    async read(request) {
      const page = await inner.read(request)
      const messages = page.messages.filter((message) => {
        const record = find(message)
        if (record) positions.set(`${message.topic} ${message.position}`, record)
        return !request.unacknowledged || !record?.had.has(request.clientId)
      })
      return { ...page, messages }
    },
    async acknowledge(request) {
      positions.get(`${request.topic} ${request.position}`)?.had.add(request.clientId)
      await inner.acknowledge(request)
    },
  }
  return {
    mailboxes,
    all,
    find,
    notePrompt(params) {
      if (v.is(Prompting, params)) prompts.add(params.message)
    },
  }
}
