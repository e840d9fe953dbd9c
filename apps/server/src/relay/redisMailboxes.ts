import {
  type MailboxBudgets,
  type Mailboxes,
  MailboxFullError,
  mailboxBudgets,
  maxMessagesPerTopic,
  maxReceivers,
  namesOf,
  type StoredMessage,
  sha256,
  sizeOf,
} from '@foyer/relay'
import type { Redis, RedisScript } from '@foyer/service/redis/redis'
import * as v from 'valibot'
import { listenTo } from './listenTo.js'
import { acknowledgeMessage, prefix, readMessages, storeMessage, tidyMessages } from './redisScripts.js'

/** Notifies all nodes of the topics with a new message. */
const channel = 'foyer:relay:kept'
/** Expired messages that are dropped at once, so that no other request waits long. */
const tidiedAtOnce = 500

const Page = v.tuple([v.string(), v.number(), v.array(v.tuple([v.string(), v.array(v.string())]))])

const Fields = v.object({
  topic: v.string(),
  message: v.string(),
  tag: v.pipe(v.string(), v.transform(Number)),
  publishedAt: v.pipe(v.string(), v.transform(Number)),
  attestation: v.optional(v.string()),
})

/** Owners are compared only: their names are short, and an address isn't written as it is. */
const nameOf = (text: string) => sha256(text).slice(0, 24)

/**
 * Mailboxes that all nodes of a server share, in Redis streams.
 * @see the Redis keys in `redisScripts.ts`, which are deleted when the last message of each has expired
 */
export function createRedisMailboxes(parameters: {
  redis: Pick<Redis, 'run' | 'connection'>
  now: () => number
  budgets?: MailboxBudgets | undefined
}): Mailboxes {
  const { redis, now, budgets: { bytes, messages } = mailboxBudgets() } = parameters
  const run = (script: RedisScript, args: readonly (string | number)[]) =>
    redis.run({ script, key: prefix, args: [now(), ...args] })
  const limits = [bytes, messages].flatMap(({ client, address, all }) => [client, address, all])
  return {
    async store({ message, messageId, owner, ttlMs }) {
      const { topic, attestation, tag, publishedAt } = message
      const stored = { topic, message: message.message, tag, publishedAt }
      const fields = attestation === undefined ? stored : { ...stored, attestation }
      const names = [owner.clientId, ...namesOf(owner)].map(nameOf)
      const entry = [topic, messageId, now() + ttlMs, sizeOf(message), ...names]
      const rules = [...limits, maxMessagesPerTopic, channel]
      const isStored = await run(storeMessage, [...entry, ...rules, ...Object.entries(fields).flat()])
      if (isStored !== 1) throw new MailboxFullError()
    },
    async read({ topic, clientId, after, unacknowledged, limit, maxBytes }) {
      const args = [topic, nameOf(clientId), after ?? '', unacknowledged ? 1 : 0, limit, maxBytes]
      const [position, hasMore, entries] = v.parse(Page, await run(readMessages, args))
      return { messages: entries.map(toMessage), position: position === '' ? null : position, hasMore: hasMore === 1 }
    },
    async acknowledge({ topic, clientId, position }) {
      await run(acknowledgeMessage, [topic, nameOf(clientId), position, maxReceivers])
    },
    // Notifications are lost while Redis is away, but not the messages: every subscribed mailbox is read again.
    watch: (onStored) => listenTo({ redis, channel, onMessage: onStored, onListening: () => onStored(null) }),
    async tidy() {
      await run(tidyMessages, [tidiedAtOnce])
    },
  }
}

function toMessage([position, parts]: readonly [string, readonly string[]]): StoredMessage {
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) fields.set(parts[at] ?? '', parts[at + 1] ?? '')
  return { ...v.parse(Fields, Object.fromEntries(fields)), position }
}
