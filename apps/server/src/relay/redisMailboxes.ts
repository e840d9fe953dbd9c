import { type Mailboxes, MailboxFullError, maxMessagesPerTopic, maxReceivers, type StoredMessage } from '@foyer/relay'
import * as v from 'valibot'
import type { Redis, RedisScript } from '../redis/redis.js'

/** Notifies all nodes of the topics with a new message. */
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
 * Mailboxes that all nodes of a server share, in Redis streams.
 * @see the Redis keys `foyer:relay:{TOPIC}` and `foyer:relay:{TOPIC}:known`, which expire by themselves
 */
export function createRedisMailboxes({
  redis,
  now,
}: {
  redis: Pick<Redis, 'run' | 'listen'>
  now: () => number
}): Mailboxes {
  return {
    async store({ message, messageId, publisher, ttlMs }) {
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
      const isStored = await redis.run({
        script: storeMessage,
        key: keyOf(topic),
        args: [now(), messageId, ttlMs, maxMessagesPerTopic, channel, topic, ...Object.entries(fields).flat()],
      })
      if (isStored !== 1) throw new MailboxFullError()
    },
    async read({ topic, clientId, after, unacknowledged, limit }) {
      const args = [now(), clientId, after ?? '', unacknowledged ? 1 : 0, limit]
      const answer = await redis.run({ script: readMessages, key: keyOf(topic), args })
      const [position, hasMore, entries] = v.parse(Page, answer)
      return { messages: entries.map(toMessage), position: position === '' ? null : position, hasMore: hasMore === 1 }
    },
    async acknowledge({ topic, clientId, position }) {
      await redis.run({
        script: acknowledgeMessage,
        key: keyOf(topic),
        args: [now(), clientId, position, maxReceivers],
      })
    },
    // Notifications are lost while Redis is away, but not the messages: every subscribed mailbox is read again.
    watch: (onStored) => redis.listen({ channel, onMessage: onStored, onListening: () => onStored(null) }),
  }
}

function toMessage([position, parts]: readonly [string, readonly string[]]): StoredMessage {
  const fields = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) fields.set(parts[at] ?? '', parts[at + 1] ?? '')
  return { ...v.parse(Fields, Object.fromEntries(fields)), position }
}

/*
 * A mailbox is two keys, which expire together after its last message: a stream of messages in the order in which they were
 * stored, and a hash: `m:MESSAGE` is a message's position, `r:POSITION` the clients that have acknowledged it.
 * Redis assigns the positions by its own clock, so they increase even when a mailbox has expired and begins again. The second
 * key is derived from the first, whose braces keep both on one server of a cluster.
 */
const head = `
local known = KEYS[1] .. ':known'
local time = tonumber(ARGV[1])
local function field(entry, name)
  for at = 1, #entry[2], 2 do if entry[2][at] == name then return entry[2][at + 1] end end
  return false
end
`

/** ARGV: the time in ms, the message's id, its ttl in ms, how many may be stored, the channel, the topic, then the stream's fields. Returns 1, or 0 when full. */
const storeMessage: RedisScript = {
  lua: `${head}
local place = redis.call('HGET', known, 'm:' .. ARGV[2])
if place then
  local there = redis.call('XRANGE', KEYS[1], place, place)[1]
  if there and tonumber(field(there, 'expiresAt')) > time then return 1 end
  if there then redis.call('XDEL', KEYS[1], place) end
end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[4]) then
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
    if tonumber(field(entry, 'expiresAt')) <= time or redis.call('HEXISTS', known, 'r:' .. entry[1]) == 1 then
      redis.call('XDEL', KEYS[1], entry[1])
      redis.call('HDEL', known, 'r:' .. entry[1], 'm:' .. field(entry, 'id'))
    end
  end
  if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
end
local added = redis.call('XADD', KEYS[1], '*', unpack(ARGV, 7))
redis.call('HSET', known, 'm:' .. ARGV[2], added)
local life = math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[3]) + 60000)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', known, life)
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1
`,
}

/** ARGV: the time in ms, the client, the position to continue after or '', 1 to leave out what the client has acknowledged, the limit. Returns the last position or '', 1 if there is more, then the messages. */
const readMessages: RedisScript = {
  lua: `${head}
local after, most = ARGV[3], tonumber(ARGV[5])
local from, place, found = after == '' and '-' or '(' .. after, after, {}
while true do
  local entries = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', most + 1)
  for _, entry in ipairs(entries) do
    if #found >= most then return { place, 1, found } end
    place = entry[1]
    local has = ARGV[4] == '1' and redis.call('HGET', known, 'r:' .. place)
    local isHad = has and string.find(has, ' ' .. ARGV[2] .. ' ', 1, true)
    if tonumber(field(entry, 'expiresAt')) > time and field(entry, 'publisher') ~= ARGV[2] and not isHad then
      found[#found + 1] = entry
    end
  end
  if #entries <= most then return { place, 0, found } end
  from = '(' .. place
end
`,
}

/** ARGV: the time in ms, the client, the position, how many receivers are recorded. */
const acknowledgeMessage: RedisScript = {
  lua: `${head}
if #redis.call('XRANGE', KEYS[1], ARGV[3], ARGV[3]) == 0 then return 0 end
local has = redis.call('HGET', known, 'r:' .. ARGV[3]) or ' '
local _, count = string.gsub(has, '[^ ]+', '')
if count >= tonumber(ARGV[4]) or string.find(has, ' ' .. ARGV[2] .. ' ', 1, true) then return 0 end
redis.call('HSET', known, 'r:' .. ARGV[3], has .. ARGV[2] .. ' ')
return 1
`,
}
