import { randomUUID } from 'node:crypto'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Redis } from '../redis/redis.js'
import { openRedis } from '../redis/redis.js'
import type { Budgets } from './budget.js'
import { createMemoryBudgets } from './memoryBudgets.js'
import { createRedisBudgets } from './redisBudgets.js'

waitForRedis()

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

const start = Date.parse('2026-01-01T00:00:00Z')
/** Returns a clock without timers: a node's own counts stay unreported. */
const clockOf = (now: () => number) => ({ now, setTimeout: () => () => {} })

describe.each([
  { where: 'in memory', create: (now: () => number): Budgets => createMemoryBudgets({ now }) },
  { where: 'in Redis', create: (now: () => number): Budgets => createRedisBudgets({ redis, clock: clockOf(now) }) },
])('a limit $where', ({ create }) => {
  const named = () => ({ name: randomUUID(), whenAway: 'closed' }) as const

  test('lets a burst through, then so many a second, and says when to come again', async () => {
    let time = start
    const limit = create(() => time).rate({ ...named(), perSecond: 2, burst: 3 })
    const take = (key: string, cost?: number) => limit.take({ key, cost })
    expect([await take('a'), await take('a'), await take('a'), await take('a')]).toEqual([null, null, null, 1])
    expect(await take('b')).toBe(null)
    time += 500
    expect([await take('a'), await take('a')]).toEqual([null, 1])
    expect(await take('a', 3)).toBe(2)
    time += 60_000
    expect([await take('a', 100), await take('a')]).toEqual([null, 1])
  })

  test('a clock that goes back gives nothing twice', async () => {
    let time = start
    const limit = create(() => time).rate({ ...named(), perSecond: 1, burst: 1 })
    expect(await limit.take({ key: 'a' })).toBe(null)
    time -= 10_000
    expect(await limit.take({ key: 'a' })).toBe(11)
    time += 10_500
    expect(await limit.take({ key: 'a' })).toBe(1)
    time += 500
    expect(await limit.take({ key: 'a' })).toBe(null)
  })

  test('a window lets so many through in any stretch of its length', async () => {
    let time = start
    const window = create(() => time).window({ ...named(), most: 2, withinMs: 10_000 })
    const take = (key = 'a') => window.take({ key })
    expect([await take(), await take('b')]).toEqual([null, null])
    time += 6_000
    expect([await take(), await take(), await take('b')]).toEqual([null, 4, null])
    time += 4_000
    expect([await take(), await take()]).toEqual([null, 6])
  })

  test('a window that is looked at is as it was', async () => {
    let time = start
    const window = create(() => time).window({ ...named(), most: 1, withinMs: 10_000 })
    const look = () => window.waitOf({ key: 'a' })
    expect([await look(), await look(), await window.take({ key: 'a' }), await look()]).toEqual([null, null, null, 10])
    time += 10_000
    expect([await look(), await window.take({ key: 'a' })]).toEqual([null, null])
  })

  test('of concurrent requests exactly as many pass as the limit allows', async () => {
    const limits = create(() => start)
    const bucket = limits.rate({ ...named(), perSecond: 1, burst: 50 })
    const window = limits.window({ ...named(), most: 50, withinMs: 1_000 })
    for (const limit of [bucket, window]) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => limit.take({ key: 'a' })))
      expect(answers.filter((answer) => answer === null)).toHaveLength(50)
    }
  })
})

let run = 0
test('both count the same, whatever comes when', async () => {
  const step = fc.record({ ms: fc.nat(3_000), key: fc.constantFrom('a', 'b'), cost: fc.integer({ min: 1, max: 6 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let time = start
      const both = [
        createMemoryBudgets({ now: () => time }),
        createRedisBudgets({ redis, clock: clockOf(() => time) }),
      ].map((limits) => ({
        bucket: limits.rate({ name: `b${run}`, perSecond: 2, burst: 5, whenAway: 'closed' }),
        window: limits.window({ name: `w${run}`, most: 3, withinMs: 5_000, whenAway: 'closed' }),
      }))
      run += 1
      for (const { ms, key, cost } of steps) {
        time += ms
        const [one, other] = await Promise.all(
          both.map(async ({ bucket, window }) => [await bucket.take({ key, cost }), await window.take({ key })]),
        )
        expect(other).toEqual(one)
      }
    }),
    { numRuns: 100 },
  )
})
