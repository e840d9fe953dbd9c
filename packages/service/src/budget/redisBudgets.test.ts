import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import { Redis as Client } from 'ioredis'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import type { Redis } from '../redis/redis.js'
import { openRedis } from '../redis/redis.js'
import type { Budget } from './budget.js'
import { createRedisBudgets } from './redisBudgets.js'

let server: RunningRedis
let redis: Redis
let time: number
let emitted: string[]
let patience: MockInstance
const timers = new Set<() => void>()
beforeEach(async () => {
  patience = waitForRedis()
  server = await startRedis()
  timers.clear()
  time = Date.parse('2026-01-01T00:00:00Z')
  emitted = []
  redis = await openRedis({
    url: server.url,
    now: () => time,
    onAway: () => emitted.push('away'),
    onBack: () => emitted.push('back'),
  })
})
afterEach(async () => {
  patience.mockRestore()
  await redis.close()
  await server.stop()
})

/** Counts the scripts that a Redis was asked to run. */
async function askedOf({ url }: RunningRedis): Promise<number> {
  const client = new Client(url)
  const stats = await client.info('commandstats')
  client.disconnect()
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0)
}

const reads = { name: 'reads', perSecond: 1, burst: 2, whenAway: 'open' } as const
const logins = { name: 'logins', most: 2, withinMs: 60_000, whenAway: 'closed' } as const
const clock = {
  now: () => time,
  setTimeout: (callback: () => void) => timers.add(callback) && (() => timers.delete(callback)),
}
const limitsOf = (node: Redis) => createRedisBudgets({ redis: node, clock })

test('two nodes count together', async () => {
  const other = await openRedis({ url: server.url, now: () => time })
  const [one, two] = [limitsOf(redis).rate(reads), limitsOf(other).rate(reads)]
  expect([await one.take({ key: 'a' }), await two.take({ key: 'a' })]).toEqual([null, null])
  expect([await one.take({ key: 'a' }), await two.take({ key: 'a' })]).toEqual([1, 1])
  await other.close()
})

describe('while Redis is away', () => {
  test('reads stay open, each node counting by itself; what must be counted is closed', async () => {
    const open = limitsOf(redis).rate(reads)
    const closed = limitsOf(redis).window(logins)
    expect([await open.take({ key: 'a' }), await closed.take({ key: 'a' })]).toEqual([null, null])
    await server.kill()
    // It goes on from what it knew.
    expect([await open.take({ key: 'a' }), await open.take({ key: 'a' })]).toEqual([null, 1])
    expect([await open.take({ key: 'b' }), await open.take({ key: 'b' })]).toEqual([null, null])
    expect(await open.take({ key: 'b' })).toBe(1)
    await expect(closed.take({ key: 'a' })).rejects.toMatchObject({ code: 'limits_away', status: 503 })
    expect([redis.isUp(), emitted]).toEqual([false, ['away']])
  })

  test('it is reported once, tried again after a while, and once it is back all nodes count together', async () => {
    const open = limitsOf(redis).rate(reads)
    await server.kill()
    for (let turn = 0; turn < 10; turn++) {
      await open.take({ key: 'a' })
      time += 1_000
    }
    expect(emitted).toEqual(['away'])
    await server.restart()
    await vi.waitFor(async () => {
      time += 1_000
      await redis.ping()
    })
    expect([redis.isUp(), emitted]).toEqual([true, ['away', 'back']])
    const window = limitsOf(redis).window(logins)
    expect([await window.take({ key: 'a' }), await window.take({ key: 'a' })]).toEqual([null, null])
    expect(await window.take({ key: 'a' })).toBe(60)
  })

  test('one that hangs is waited for once, not by every request', async () => {
    const open = limitsOf(redis).rate({ ...reads, burst: 150 })
    const asked = await askedOf(server)
    patience.mockRestore()
    server.freeze()
    try {
      for (let turn = 0; turn < 100; turn++) expect(await open.take({ key: 'a' })).toBe(null)
    } finally {
      server.thaw()
    }
    expect((await askedOf(server)) - asked).toBe(1)
  })
})

test('a refused client costs Redis nothing until it may retry', async () => {
  const limit = limitsOf(redis).rate(reads)
  const asked = await askedOf(server)
  for (let turn = 0; turn < 100; turn++) expect(await limit.take({ key: 'a' })).toBe(turn < 2 ? null : 1)
  expect((await askedOf(server)) - asked).toBe(2)
  time += 1_000
  expect([await limit.take({ key: 'a' }), await limit.take({ key: 'a' })]).toEqual([null, 1])
  // More than the bucket holds is refused to one who may still ask for less.
  time += 1_000
  expect([await limit.take({ key: 'a', cost: 2 }), await limit.take({ key: 'a' })]).toEqual([1, null])
})

test('one that is not there at the start is gone without, and taken once it comes', async () => {
  await server.kill()
  const late = await openRedis({ url: server.url, now: () => time })
  expect(late.isUp()).toBe(false)
  expect(await limitsOf(late).rate(reads).take({ key: 'a' })).toBe(null)
  await server.restart()
  await vi.waitFor(async () => {
    time += 1_000
    await late.ping()
  })
  expect(late.isUp()).toBe(true)
  await late.close()
})

describe('nodes that have a piece of a budget on lease', () => {
  const client = { name: 'client', perSecond: 100, burst: 2_000, whenAway: 'open' } as const
  const nodeCount = 10

  /** Every node is asked for one unit in turn, so many rounds. @returns how many were had */
  async function flood(nodes: readonly Budget[], rounds: number): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: rounds }, () => nodes.map((node) => node.take({ key: 'a' }))).flat(),
    )
    return answers.filter((answer) => answer === null).length
  }

  test('ten hold the sum within five per cent, at once and for long, whenever they report', async () => {
    const redises = await Promise.all(
      Array.from({ length: nodeCount }, () => openRedis({ url: server.url, now: () => time })),
    )
    const nodes = redises.map((node) => limitsOf(node).rate(client))
    let had = await flood(nodes, 250)
    expect(had).toBeGreaterThanOrEqual(client.burst)
    expect(had).toBeLessThanOrEqual(client.burst * 1.05)
    for (let second = 1; second <= 30; second++) {
      time += 1_000
      had += await flood(nodes, 15)
      const whole = client.burst + second * client.perSecond
      expect([second, had >= whole * 0.95, had <= whole * 1.05]).toEqual([second, true, true])
    }
    await Promise.all(redises.map((node) => node.close()))
  })

  test('within it nothing is asked; what was taken is reported together, and missing at the others', async () => {
    const other = await openRedis({ url: server.url, now: () => time })
    const [one, two] = [limitsOf(redis).rate(client), limitsOf(other).rate(client)]
    const asked = await askedOf(server)
    for (let turn = 0; turn < 50; turn++) expect(await one.take({ key: `${turn % 10}` })).toBe(null)
    expect((await askedOf(server)) - asked).toBe(0)
    for (const report of timers) report()
    await vi.waitFor(async () => expect((await askedOf(server)) - asked).toBe(1))
    // Two thousand and five are one too many, and five of one second's hundred are had after 50 ms.
    expect([await two.take({ key: '3', cost: 2_000 }), await two.take({ key: 'b', cost: 2_000 })]).toEqual([1, null])
    time += 50
    expect(await two.take({ key: '3', cost: 2_000 })).toBe(null)
    await other.close()
  })

  test('what must be counted has no lease', async () => {
    const [one, two] = [limitsOf(redis), limitsOf(redis)].map((node) => node.rate({ ...client, whenAway: 'closed' }))
    expect(await one?.take({ key: 'a', cost: 1 })).toBe(null)
    expect(await two?.take({ key: 'a', cost: 2_000 })).toBe(1)
  })
})
