import { createMemoryMailboxes, mailboxBudgets, sha256 } from '@foyer/relay'
import { mailboxConformance, read, start, store } from '@foyer/relay/test'
import type { Redis } from '@foyer/service/redis/redis'
import { openRedis } from '@foyer/service/redis/redis'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRedisMailboxes } from './redisMailboxes.js'
import { prefix } from './redisScripts.js'

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

/** On a busy machine Redis may exceed the server's timeout, and rests for a second then; a repeated script takes effect once. */
const retrying: Pick<Redis, 'run' | 'connection'> = {
  run: (request) => vi.waitFor(() => redis.run(request)),
  connection: () => redis.connection(),
}
/** Has every script run once more, as when its first answer was lost. */
const repeating: Pick<Redis, 'run' | 'connection'> = {
  ...retrying,
  run: async (request) => {
    await retrying.run(request)
    return retrying.run(request)
  },
}

beforeEach(() => redis.run({ script: { lua: "return redis.call('FLUSHALL')" }, key: 'all', args: [] }))

describe('mailboxes in Redis', () =>
  mailboxConformance((options) => createRedisMailboxes({ redis: retrying, ...options })))

test('nothing is left in Redis of what has expired', async () => {
  let time = start
  const mailboxes = createRedisMailboxes({ redis: retrying, now: () => time })
  for (let index = 0; index < 60; index += 1) {
    await store(mailboxes, { topic: sha256(`${index % 7}`), text: `${index}`, publisher: `key ${index}`, ttlMs: 1_000 })
  }
  time += 1_000
  await mailboxes.tidy()
  const keys = await redis.run({ script: { lua: "return redis.call('KEYS', '*')" }, key: 'all', args: [] })
  const held = await redis.run({
    script: { lua: "return redis.call('HGETALL', KEYS[1])" },
    key: `${prefix}:held`,
    args: [],
  })
  expect([keys, held]).toEqual([[`${prefix}:held`], ['last', expect.any(String)]])
})

test('a message in a mailbox that has emptied comes after what was read of it before, also within a millisecond', async () => {
  const before = createRedisMailboxes({ redis: retrying, now: () => start })
  const after = createRedisMailboxes({ redis: retrying, now: () => start + 1 })
  for (let index = 0; index < 20; index += 1) {
    const topic = sha256(`emptied ${index}`)
    // Asked at once, they are run one right after the other.
    const [, { position }] = await Promise.all([
      store(before, { topic, text: `first ${index}`, ttlMs: 1 }),
      read(before, { topic }),
      after.tidy(),
      store(after, { topic, text: `second ${index}` }),
    ])
    expect((await read(after, { topic, after: position })).texts).toEqual([`second ${index}`])
  }
})

test('a message comes after those before it, though the clock of Redis has gone back', async () => {
  const ahead = Date.now() + 3_600_000
  const last = { lua: "return redis.call('HSET', KEYS[1], 'last', ARGV[1])" }
  await redis.run({ script: last, key: `${prefix}:held`, args: [ahead] })
  const mailboxes = createRedisMailboxes({ redis: retrying, now: () => start })
  const topic = sha256('clock')
  await store(mailboxes, { topic, text: 'late' })
  expect((await read(mailboxes, { topic, after: `${ahead}-0` })).texts).toEqual(['late'])
})

test('in Redis a new subscription to notifications notifies of every topic: earlier ones may have been missed', async () => {
  const notified: (string | null)[] = []
  const mailboxes = createRedisMailboxes({ redis: retrying, now: () => start })
  const stopWatching = mailboxes.watch((topic) => notified.push(topic))
  await vi.waitFor(() => expect(notified).toContain(null))
  stopWatching()
})

let run = 0
test('mailboxes in memory and in Redis, whose every script is repeated, hold the same after any sequence', async () => {
  // Two publish: of two that hold as much the one that wants more gives way, so that it is always clear who does.
  const client = fc.constantFrom('a', 'b')
  const step = fc.record({
    ms: fc.constantFrom(0, 1, 500, 2_000),
    what: fc.constantFrom('store', 'read', 'acknowledge'),
    topic: fc.nat(1),
    client,
    text: fc.constantFrom('x', 'y', 'z', 'w'),
    ttlMs: fc.constantFrom(1, 1_000, 5_000),
    limit: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isShared) => {
      run += 1
      let time = start
      await redis.run({ script: { lua: "return redis.call('FLUSHALL')" }, key: 'all', args: [] })
      const usual = mailboxBudgets()
      const budgets = { bytes: usual.bytes, messages: { client: 3, address: 4, all: 5 } }
      const both = [
        createMemoryMailboxes({ now: () => time, budgets }),
        createRedisMailboxes({ redis: repeating, now: () => time, budgets }),
      ]
      const positions = both.map(() => new Map<string, string | null>())
      for (const { ms, what, topic: index, client: clientId, text, ttlMs, limit } of steps) {
        time += ms
        const topic = sha256(`${run} ${index}`)
        const seen = await Promise.all(
          both.map(async (mailboxes, which) => {
            const key = `${topic} ${clientId}`
            if (what === 'store') {
              // Each sweeps at other times, and what has expired is paid for until it is swept.
              await mailboxes.tidy()
              const stored = store(mailboxes, {
                topic,
                text,
                publisher: clientId,
                address: isShared ? 'home' : clientId,
                ttlMs,
              })
              return stored.then(
                () => 'stored',
                ({ name }: Error) => name,
              )
            }
            const after = positions[which]?.get(key) ?? null
            if (what === 'acknowledge' && after === null) return null
            if (what === 'acknowledge') {
              await mailboxes.acknowledge({ topic, clientId: 'c', position: after ?? '' })
              return null
            }
            const page = await read(mailboxes, { topic, clientId, after, limit })
            positions[which]?.set(key, page.position)
            return { texts: page.texts, hasMore: page.hasMore }
          }),
        )
        expect(seen[1]).toEqual(seen[0])
      }
    }),
    { numRuns: 60 },
  )
})
