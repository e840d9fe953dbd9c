import type { Redis } from '@foyer/service/redis/redis'
import { openRedis } from '@foyer/service/redis/redis'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import { afterEach, expect, test, vi } from 'vitest'
import { listenTo } from './listenTo.js'

waitForRedis()

let server: RunningRedis | undefined
let redis: Redis | undefined
afterEach(async () => {
  await redis?.close()
  await server?.stop()
})

const publish = { lua: "return redis.call('PUBLISH', KEYS[1], ARGV[1])" }

test('published messages are received, again after Redis was gone, and no longer after unsubscribing', async () => {
  server = await startRedis()
  redis = await openRedis({ url: server.url, now: Date.now })
  const received: string[] = []
  let listening = 0
  const end = listenTo({
    redis,
    channel: 'news',
    onMessage: (message) => received.push(message),
    onListening: () => {
      listening += 1
    },
  })
  const say = (message: string) => redis?.run({ script: publish, key: 'news', args: [message] })
  await vi.waitFor(() => expect(listening).toBe(1))
  expect(await say('one')).toBe(1)
  await vi.waitFor(() => expect(received).toEqual(['one']))

  await server.kill()
  await server.restart()
  await vi.waitFor(() => expect(listening).toBe(2))
  await vi.waitFor(async () => expect(await say('two')).toBe(1))
  await vi.waitFor(() => expect(received.at(-1)).toBe('two'))

  end()
  await vi.waitFor(async () => expect(await say('three')).toBe(0))
  expect(received).not.toContain('three')
})
