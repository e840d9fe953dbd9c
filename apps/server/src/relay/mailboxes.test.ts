import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openRedis } from '../redis/openRedis.js'
import type { Redis } from '../redis/redis.js'
import { type RunningRedis, startRedis } from '../redis/startRedis.js'
import { MailboxFullError } from './core/MailboxFullError.js'
import { type Mailboxes, mostMessagesOfTopic, mostReceivers } from './core/mailboxes.js'
import { createMemoryMailboxes } from './core/memoryMailboxes.js'
import { createRedisMailboxes } from './redisMailboxes.js'

let server: RunningRedis
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = await openRedis({ url: server.url, now: Date.now })
})
afterAll(async () => {
  await redis?.close()
  await server?.stop()
})

/** A busy machine may hold Redis up for longer than a visitor is let wait; what is asked again is done once. */
const patient: Pick<Redis, 'run' | 'listen'> = {
  run: (request) => vi.waitFor(() => redis.run(request)),
  listen: (request) => redis.listen(request),
}

const start = Date.parse('2026-01-01T00:00:00Z')
const someTopic = () => randomBytes(32).toString('hex')
const idOf = (message: string) => createHash('sha256').update(message).digest('hex')

interface Said {
  topic: string
  text: string
  publisher?: string
  ttlMs?: number
  publishedAt?: number
  attestation?: string
}
const say = (
  mailboxes: Mailboxes,
  { topic, text, publisher = 'dapp', ttlMs = 300_000, publishedAt = start, attestation }: Said,
) =>
  mailboxes.keep({
    message: { topic, message: text, tag: 1108, publishedAt, attestation },
    messageId: idOf(text),
    publisher,
    ttlMs,
  })
interface Asked {
  topic: string
  clientId?: string
  after?: string | null
  most?: number
}
const read = async (mailboxes: Mailboxes, { topic, clientId = 'wallet', after = null, most = 100 }: Asked) => {
  const page = await mailboxes.read({ topic, clientId, after, unacknowledged: after === null, most })
  return { ...page, texts: page.messages.map(({ message }) => message) }
}

describe.each([
  { where: 'in memory', create: (now: () => number): Mailboxes => createMemoryMailboxes({ now }) },
  { where: 'in Redis', create: (now: () => number): Mailboxes => createRedisMailboxes({ redis: patient, now }) },
])('mailboxes $where', ({ create }) => {
  test('keep a message as it came, in order, for whoever did not send it', async () => {
    const mailboxes = create(() => start)
    const topic = someTopic()
    await say(mailboxes, { topic, text: 'één', attestation: '' })
    await say(mailboxes, { topic, text: 'two' })
    const { messages, hasMore } = await read(mailboxes, { topic })
    expect(messages.map(({ place: _, ...message }) => message)).toEqual([
      { topic, message: 'één', tag: 1108, publishedAt: start, attestation: '' },
      { topic, message: 'two', tag: 1108, publishedAt: start },
    ])
    expect(hasMore).toBe(false)
    expect((await read(mailboxes, { topic, clientId: 'dapp' })).texts).toEqual([])
    expect((await read(mailboxes, { topic: someTopic() })).texts).toEqual([])
  })

  test('keep each message for its own time', async () => {
    let time = start
    const mailboxes = create(() => time)
    const topic = someTopic()
    await say(mailboxes, { topic, text: 'short', ttlMs: 30_000 })
    await say(mailboxes, { topic, text: 'long', ttlMs: 86_400_000 })
    time += 29_999
    expect((await read(mailboxes, { topic })).texts).toEqual(['short', 'long'])
    time += 1
    expect((await read(mailboxes, { topic })).texts).toEqual(['long'])
    time += 86_400_000
    expect((await read(mailboxes, { topic })).texts).toEqual([])
  })

  test('keep the same message once, and again when its time is over', async () => {
    let time = start
    const mailboxes = create(() => time)
    const topic = someTopic()
    for (let index = 0; index < 3; index += 1) await say(mailboxes, { topic, text: 'again', ttlMs: 1_000 })
    const first = await read(mailboxes, { topic })
    expect(first.texts).toEqual(['again'])
    time += 1_000
    await say(mailboxes, { topic, text: 'again', ttlMs: 1_000 })
    expect((await read(mailboxes, { topic, after: first.place })).texts).toEqual(['again'])
  })

  test('are read in pages, on from where the last one ended', async () => {
    const mailboxes = create(() => start)
    const topic = someTopic()
    for (let index = 0; index < 5; index += 1) await say(mailboxes, { topic, text: `${index}` })
    const one = await read(mailboxes, { topic, most: 2 })
    const two = await read(mailboxes, { topic, most: 2, after: one.place })
    const three = await read(mailboxes, { topic, most: 2, after: two.place })
    expect([one, two, three].map(({ texts, hasMore }) => ({ texts, hasMore }))).toEqual([
      { texts: ['0', '1'], hasMore: true },
      { texts: ['2', '3'], hasMore: true },
      { texts: ['4'], hasMore: false },
    ])
    const nothing = await read(mailboxes, { topic, after: three.place })
    expect([nothing.texts, nothing.place]).toEqual([[], three.place])
    await say(mailboxes, { topic, text: '5' })
    expect((await read(mailboxes, { topic, after: nothing.place })).texts).toEqual(['5'])
  })

  test('leave out what a client has acknowledged, for that client alone', async () => {
    const mailboxes = create(() => start)
    const topic = someTopic()
    await say(mailboxes, { topic, text: 'one' })
    await say(mailboxes, { topic, text: 'two' })
    const { messages } = await read(mailboxes, { topic })
    await mailboxes.acknowledge({ topic, clientId: 'wallet', place: messages[0]?.place ?? '' })
    await mailboxes.acknowledge({ topic, clientId: 'wallet', place: messages[0]?.place ?? '' })
    expect((await read(mailboxes, { topic })).texts).toEqual(['two'])
    expect((await read(mailboxes, { topic, clientId: 'walle' })).texts).toEqual(['one', 'two'])
  })

  test('that are full take no more until somebody has what is there', async () => {
    const mailboxes = create(() => start)
    const topic = someTopic()
    for (let index = 0; index < mostMessagesOfTopic; index += 1) await say(mailboxes, { topic, text: `${index}` })
    await expect(say(mailboxes, { topic, text: 'more' })).rejects.toThrow(MailboxFullError)
    await say(mailboxes, { topic, text: '7' })
    const { messages } = await read(mailboxes, { topic, most: 1_000 })
    const [first] = messages
    for (let index = 0; index < mostReceivers + 2; index += 1) {
      await mailboxes.acknowledge({ topic, clientId: `wallet ${index}`.replace(' ', '-'), place: first?.place ?? '' })
    }
    await say(mailboxes, { topic, text: 'more' })
    const { texts } = await read(mailboxes, { topic, most: 1_000 })
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([mostMessagesOfTopic, '1', 'more'])
  })

  test('tell of each new message once, and of none when it is known', async () => {
    const mailboxes = create(() => start)
    const told: (string | null)[] = []
    const end = mailboxes.watch((topic) => told.push(topic))
    const topic = someTopic()
    await vi.waitFor(async () => {
      await say(mailboxes, { topic: someTopic(), text: 'is it heard?' })
      expect(told.filter((each) => each !== null).length).toBeGreaterThan(0)
    })
    await say(mailboxes, { topic, text: 'one' })
    await say(mailboxes, { topic, text: 'one' })
    await say(mailboxes, { topic, text: 'two' })
    const last = someTopic()
    await say(mailboxes, { topic: last, text: 'last' })
    await vi.waitFor(() => expect(told).toContain(last))
    expect(told.filter((each) => each === topic)).toHaveLength(2)
    end()
  })
})

test('in Redis any mailbox is looked into once it is listened to: what was told before was not heard', async () => {
  const told: (string | null)[] = []
  const end = createRedisMailboxes({ redis: patient, now: () => start }).watch((topic) => told.push(topic))
  await vi.waitFor(() => expect(told).toContain(null))
  end()
})

test('in memory no more is kept than there is room for, and what somebody has goes first', async () => {
  const mailboxes = createMemoryMailboxes({ now: () => start, mostBytes: 3_000 })
  const [one, other] = [someTopic(), someTopic()]
  await say(mailboxes, { topic: one, text: 'a'.repeat(400) })
  await say(mailboxes, { topic: other, text: 'b'.repeat(400) })
  await expect(say(mailboxes, { topic: other, text: 'c'.repeat(400) })).rejects.toThrow(MailboxFullError)
  const { messages } = await read(mailboxes, { topic: one })
  await mailboxes.acknowledge({ topic: one, clientId: 'wallet', place: messages[0]?.place ?? '' })
  await say(mailboxes, { topic: other, text: 'c'.repeat(400) })
  expect((await read(mailboxes, { topic: one, clientId: 'another' })).texts).toEqual([])
  expect(mailboxes.size()).toEqual({ messages: 2, bytes: 2_600 })
})

test('in memory what nobody asks for goes when its time is over', async () => {
  let time = start
  const mailboxes = createMemoryMailboxes({ now: () => time })
  for (let index = 0; index < 10; index += 1)
    await say(mailboxes, { topic: someTopic(), text: `${index}`, ttlMs: 1_000 })
  time += 60_000
  await say(mailboxes, { topic: someTopic(), text: 'now' })
  expect(mailboxes.size().messages).toBe(1)
})

let run = 0
test('both hold the same, whatever comes when', async () => {
  const client = fc.constantFrom('a', 'b', 'c')
  const step = fc.record({
    ms: fc.constantFrom(0, 1, 500, 2_000),
    what: fc.constantFrom('keep', 'read', 'acknowledge'),
    topic: fc.nat(1),
    client,
    text: fc.constantFrom('x', 'y', 'z', 'w'),
    ttlMs: fc.constantFrom(1, 1_000, 5_000),
    most: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      run += 1
      let time = start
      const both = [
        createMemoryMailboxes({ now: () => time }),
        createRedisMailboxes({ redis: patient, now: () => time }),
      ]
      const places = both.map(() => new Map<string, string | null>())
      for (const { ms, what, topic: index, client: clientId, text, ttlMs, most } of steps) {
        time += ms
        const topic = idOf(`${run} ${index}`)
        const seen = await Promise.all(
          both.map(async (mailboxes, which) => {
            const key = `${topic} ${clientId}`
            if (what === 'keep') return say(mailboxes, { topic, text, publisher: clientId, ttlMs })
            const after = places[which]?.get(key) ?? null
            if (what === 'acknowledge' && after === null) return null
            if (what === 'acknowledge') return mailboxes.acknowledge({ topic, clientId: 'c', place: after ?? '' })
            const page = await read(mailboxes, { topic, clientId, after, most })
            places[which]?.set(key, page.place)
            return { texts: page.texts, hasMore: page.hasMore, isEmpty: page.place === null }
          }),
        )
        expect(seen[1]).toEqual(seen[0])
      }
    }),
    { numRuns: 60 },
  )
})
