import { randomBytes } from 'node:crypto'
import { createRelay, type Mailboxes } from '@foyer/relay'
import { store } from '@foyer/relay/test'
import type { Redis } from '@foyer/service/redis/redis'
import { openRedis } from '@foyer/service/redis/redis'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import { Redis as Connection } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRedisMailboxes } from './redisMailboxes.js'

waitForRedis()

let server: RunningRedis
let redis: Redis
let operator: Connection
const away: unknown[] = []
beforeAll(async () => {
  server = await startRedis()
  redis = await openRedis({ url: server.url, now: Date.now, onAway: (cause) => away.push(cause) })
  operator = new Connection(server.url)
})
afterAll(async () => {
  operator?.disconnect()
  await redis?.close()
  await server?.stop()
})

const setMemory = (bytes: number) => operator.config('SET', 'maxmemory', bytes)

/** A relay on the mailboxes, and one client of it. */
function openClient({ mailboxes, clientId }: { mailboxes: Mailboxes; clientId: string }) {
  const failures: unknown[] = []
  const clock = { now: Date.now, setTimeout: () => () => {} }
  const relay = createRelay({ mailboxes, clock, onFailure: (error) => failures.push(error) })
  const frames: string[] = []
  const session = relay.open({ clientId, send: (frame) => frames.push(frame) })
  let id = 1_795_157_065_372_000
  const request = async (method: string, params: object) => {
    id += 1
    session.receive(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    await session.settled()
    const { result, error } = JSON.parse(frames.find((each) => each.startsWith(`{"id":${id},`)) ?? '{}')
    return error?.data ?? result
  }
  return { relay, request, failures, pushed: () => frames.filter((each) => each.includes('irn_subscription')) }
}

test('a Redis without memory refuses publishers, keeps and hands out what it has, and takes more once something has expired', async () => {
  let time = Date.now()
  const mailboxes = createRedisMailboxes({ redis, now: () => time })
  const topic = randomBytes(32).toString('hex')
  const publish = { topic, message: 'new', ttl: 300, tag: 1108 }
  await store(mailboxes, { topic, text: 'kept', ttlMs: 600_000 })
  await store(mailboxes, { topic, text: 'short', ttlMs: 1_000 })
  await setMemory(1)
  const dapp = openClient({ mailboxes, clientId: 'did:key:dapp' })
  const wallet = openClient({ mailboxes, clientId: 'did:key:wallet' })
  expect(await dapp.request('irn_publish', publish)).toBe('StorageError')
  expect(dapp.failures).toMatchObject([{ code: 'redis_away', message: expect.stringContaining('out of memory') }])
  await wallet.request('irn_subscribe', { topic })
  await vi.waitFor(() => expect(wallet.pushed()).toHaveLength(2))
  // It answers, so it isn't taken for one that is away.
  expect(away).toEqual([])
  time += 1_000
  await mailboxes.tidy()
  await setMemory(0)
  expect(await dapp.request('irn_publish', publish)).toBe(true)
  const held = await operator.hgetall('foyer:{relay}:held')
  expect(held.m).toBe('2')
  dapp.relay.close()
  wallet.relay.close()
})
