import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { createLog } from '@foyer/service/log/createLog'
import type { Redis } from '@foyer/service/redis/redis'
import { RedisAwayError } from '@foyer/service/redis/redis'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProviders } from './createProviders.js'
import { createSharedAnswers } from './sharedAnswers.js'
import { hastyClock } from './test/hastyClock.js'
import type { ProviderBudget } from './turns.js'

const log = createLog({ level: 'silent' })
const schema = v.object({ count: v.number() })

let asked = 0
let answer: RequestListener
let url: string
let stop: () => Promise<void>
beforeEach(async () => {
  asked = 0
  answer = (_, response) => response.end(JSON.stringify({ count: asked, more: true }))
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = v.parse(v.object({ port: v.number() }), server.address() satisfies AddressInfo | string | null)
  url = `http://127.0.0.1:${port}/list`
  stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
})
afterEach(() => stop())

const refusing =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end('no')

function setUp({ budget, redis }: { budget?: ProviderBudget; redis?: Redis } = {}) {
  const clock = hastyClock()
  const answers = createSharedAnswers({ redis, now: clock.now, log })
  const budgets = createMemoryBudgets({ now: clock.now })
  const known = { one: budget ?? { perSecond: 1_000, perDay: 1_000_000 } }
  const provider = createProviders({ known, budgets, answers, clock, random: () => 0.5 })({ name: 'one' })
  const ask = (path = '', signal = new AbortController().signal, client?: string) =>
    provider.ask({ url: `${url}${path}`, schema, freshMs: 1_000, client, signal })
  const elsewhere = () => provider.ask({ url: 'http://127.0.0.1:9/', schema, signal: new AbortController().signal })
  return { clock, ask, elsewhere }
}

describe('[F22] what fails', () => {
  test('is asked again three times at most, after growing pauses', async () => {
    answer = refusing(503)
    const { ask, clock } = setUp()
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderError', code: 'unreachable' })
    expect(asked).toBe(4)
    expect(clock.pauses).toEqual([400, 800, 1_600])
  })

  test('is asked again when it says so, and not at all where that is long', async () => {
    const { ask, clock } = setUp()
    answer = (request, response) => {
      if (asked > 1) response.end(JSON.stringify({ count: asked }))
      else refusing(429, { 'retry-after': '3' })(request, response)
    }
    expect(await ask()).toEqual({ count: 2 })
    expect(clock.pauses).toEqual([3_000])
    answer = refusing(429, { 'retry-after': '40' })
    await expect(ask('?a')).rejects.toMatchObject({ code: 'limited', retryAfterMs: 40_000 })
    await expect(ask('?b')).rejects.toMatchObject({ code: 'resting' })
    expect(asked).toBe(3)
    clock.pass(40_000)
    await expect(ask('?b')).rejects.toMatchObject({ code: 'limited' })
    expect(asked).toBe(4)
  })

  test('five times in a row is left alone for half a minute', async () => {
    answer = refusing(500)
    const { ask, clock } = setUp()
    await expect(ask()).rejects.toMatchObject({ code: 'unreachable' })
    await expect(ask()).rejects.toMatchObject({ code: 'unreachable' })
    expect(asked).toBe(5)
    await expect(ask()).rejects.toMatchObject({ code: 'resting' })
    expect(asked).toBe(5)
    clock.pass(30_000)
    answer = (_, response) => response.end('{"count":1}')
    expect(await ask()).toEqual({ count: 1 })
  })

  test('for one client leaves nobody else without it; three are believed', async () => {
    answer = refusing(503)
    const { ask } = setUp()
    const { signal } = new AbortController()
    const codeFor = (client: string) => ask('', signal, client).catch(({ code }: { code?: string }) => code)
    for (let count = 0; count < 4; count += 1) expect(await codeFor('192.0.2.1')).toBe('unreachable')
    for (const network of [1, 2, 3]) expect(await codeFor(`2001:db8:7:${network}::/64`)).toBe('unreachable')
    expect(await codeFor('192.0.2.3')).toBe('unreachable')
    expect(await codeFor('192.0.2.4')).toBe('resting')
  })

  test('on one host has no other left alone', async () => {
    const { ask, elsewhere } = setUp()
    for (const code of ['unreachable', 'unreachable', 'resting'])
      await expect(elsewhere()).rejects.toMatchObject({ code })
    expect(await ask()).toEqual({ count: 1 })
  })

  test.each([401, 403])('with %d doesn’t take the key, and is left alone for a minute', async (status) => {
    answer = refusing(status)
    const { ask, clock } = setUp()
    await expect(ask()).rejects.toMatchObject({ code: 'key_refused', status })
    await expect(ask()).rejects.toMatchObject({ code: 'resting' })
    expect(asked).toBe(1)
    clock.pass(60_000)
    answer = (_, response) => response.end('{"count":1}')
    expect(await ask()).toEqual({ count: 1 })
  })

  test('with 404 is refused, not asked again, and no reason to leave it alone', async () => {
    answer = refusing(404)
    const { ask } = setUp()
    for (let time = 0; time < 6; time += 1) await expect(ask()).rejects.toMatchObject({ code: 'refused', status: 404 })
    expect(asked).toBe(6)
  })

  test.each(['<html>', '{"count":"1"}', ''])('with %j is not understood', async (body) => {
    answer = (_, response) => response.end(body)
    await expect(setUp().ask()).rejects.toMatchObject({ code: 'not_understood' })
  })

  test('with more than 8 MiB is cut', async () => {
    let sent = 0
    answer = (_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        sent += 1
        if (sent < 100 && !response.destroyed) response.write(chunk, more)
      }
      more()
    }
    await expect(setUp().ask()).rejects.toMatchObject({ code: 'too_large' })
    expect(sent).toBeLessThan(50)
  })
})

describe('what is asked for', () => {
  test('by many at once is asked once, and kept for as long as it may be old', async () => {
    const { ask, clock } = setUp()
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }])
    expect(await ask()).toEqual({ count: 1 })
    clock.pass(1_000)
    expect(await ask()).toEqual({ count: 2 })
  })

  test('goes on for the others when one gives up', async () => {
    const { ask } = setUp()
    const giving = new AbortController()
    const [gone, there] = [ask('', giving.signal), ask()]
    giving.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    expect(await there).toEqual({ count: 1 })
  })

  test('stays within so many a second, and whoever would wait too long is refused at once', async () => {
    const { ask, clock } = setUp({ budget: { perSecond: 2, perDay: 1_000_000 } })
    const start = clock.now()
    const all = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => ask(`?${index}`)))
    const refused = all.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(14)
    expect(refused[0]).toMatchObject({ reason: { code: 'over_budget' } })
    expect(asked).toBe(16)
    expect(clock.now() - start).toBeGreaterThanOrEqual(7_000)
  })

  test('has the better place of all who wait for it', async () => {
    const { ask } = setUp({ budget: { perSecond: 2, perDay: 1_000_000 } })
    const order: (string | undefined)[] = []
    answer = ({ url: path }, response) => {
      order.push(path)
      response.end('{"count":1}')
    }
    const askAs = (client: string, path: string) => ask(path, new AbortController().signal, client)
    const many = Array.from({ length: 10 }, (_, index) => askAs('203.0.113.9', `?${index}`))
    await Promise.all([...many, askAs('198.51.100.1', '?9')])
    expect(order).toHaveLength(10)
    // The two of the first second come by connections of their own, in any order.
    expect(order.slice(0, 2).sort()).toEqual(['/list?0', '/list?9'])
  })

  test('stays within so many a day', async () => {
    const { ask, clock } = setUp({ budget: { perSecond: 1_000, perDay: 20 } })
    const many = async (name: string) =>
      Promise.allSettled(Array.from({ length: 30 }, (_, index) => ask(`?${name}${index}`)))
    await many('a')
    expect(asked).toBe(10)
    for (let hour = 0; hour < 24; hour += 1) {
      clock.pass(3_600_000)
      await many(`b${hour}`)
    }
    expect(asked).toBe(20)
  })
})

describe('nodes that share a Redis', () => {
  const shared = (isUp = () => true): Redis => {
    const kept = new Map<string, string>()
    return {
      isUp,
      run: async ({ script, key, args }) => {
        if (!isUp()) throw new RedisAwayError({ cause: undefined })
        if (script.lua.includes("'GET'")) return kept.get(key) ?? null
        kept.set(key, String(args[0]))
        expect(key).not.toContain('127.0.0.1') // what was asked may name an account
        return 0
      },
      connection: () => {
        throw new Error('Nothing listens here.')
      },
      ping: async () => {},
      close: async () => {},
    }
  }

  test('ask once for both', async () => {
    const redis = shared()
    expect(await setUp({ redis }).ask()).toEqual({ count: 1 })
    expect(await setUp({ redis }).ask()).toEqual({ count: 1 })
  })

  test('ask each for itself while it is away', async () => {
    const redis = shared(() => false)
    expect(await setUp({ redis }).ask()).toEqual({ count: 1 })
    expect(await setUp({ redis }).ask()).toEqual({ count: 2 })
  })
})
