import * as v from 'valibot'
import type { Redis } from '../redis/redis.js'
import { MailboxFullError } from './core/MailboxFullError.js'
import { type KeptMessage, type Mailboxes, mostMessagesOfTopic, mostReceivers } from './core/mailboxes.js'
import { acknowledgeMessage, keepMessage, readMessages } from './mailboxScripts.js'

/** On which all nodes are told in which mailbox something new is. */
const channel = 'foyer:relay:kept'
const keyOf = (topic: string) => `foyer:relay:{${topic}}`

const Page = v.tuple([v.string(), v.number(), v.array(v.tuple([v.string(), v.array(v.string())]))])

const Fields = v.object({
  topic: v.string(),
  message: v.string(),
  tag: v.pipe(v.string(), v.transform(Number)),
  publishedAt: v.pipe(v.string(), v.transform(Number)),
  attestation: v.optional(v.string()),
})

/**
 * Mailboxes that all nodes of a server have together, in Redis streams.
 * @see the Redis keys `foyer:relay:{TOPIC}` and `foyer:relay:{TOPIC}:known`, which end by themselves
 */
export function createRedisMailboxes({
  redis,
  now,
}: {
  redis: Pick<Redis, 'run' | 'listen'>
  now: () => number
}): Mailboxes {
  return {
    async keep({ message, messageId, publisher, ttlMs }) {
      const { topic, attestation } = message
      const fields = {
        id: messageId,
        publisher,
        expiresAt: now() + ttlMs,
        topic,
        message: message.message,
        tag: message.tag,
        publishedAt: message.publishedAt,
        ...(attestation === undefined ? {} : { attestation }),
      }
      const isKept = await redis.run({
        script: keepMessage,
        key: keyOf(topic),
        args: [now(), messageId, ttlMs, mostMessagesOfTopic, channel, topic, ...Object.entries(fields).flat()],
      })
      if (isKept !== 1) throw new MailboxFullError()
    },
    async read({ topic, clientId, after, unacknowledged, most }) {
      const args = [now(), clientId, after ?? '', unacknowledged ? 1 : 0, most]
      const answer = await redis.run({ script: readMessages, key: keyOf(topic), args })
      const [place, hasMore, entries] = v.parse(Page, answer)
      return { messages: entries.map(toMessage), place: place === '' ? null : place, hasMore: hasMore === 1 }
    },
    async acknowledge({ topic, clientId, place }) {
      await redis.run({
        script: acknowledgeMessage,
        key: keyOf(topic),
        args: [now(), clientId, place, mostReceivers],
      })
    },
    // What was told while nobody could listen is lost, but not the messages: each mailbox is looked into again.
    watch: (onKept) => redis.listen({ channel, onMessage: onKept, onListening: () => onKept(null) }),
  }
}

function toMessage([place, parts]: readonly [string, readonly string[]]): KeptMessage {
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) fields.set(parts[at] ?? '', parts[at + 1] ?? '')
  return { ...v.parse(Fields, Object.fromEntries(fields)), place }
}
