import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltServer, buildServer, listening, type StartedProcess } from '../test/buildServer.js'
import { type ClientKey, clientKey, closed, connectClient, type RelayClient } from './test/relayClient.js'

let postgres: LentPostgres
let redis: RunningRedis
let built: BuiltServer
/** All tests have the same two, the last of which kills one. */
let one: Node
let other: Node
beforeAll(async () => {
  ;[postgres, redis, built] = await Promise.all([lendPostgres(), startRedis(), buildServer()])
  ;[one, other] = await twoNodes()
})
afterAll(() => Promise.all([postgres?.stop(), redis?.stop(), built?.remove()]))

interface Node {
  readonly server: StartedProcess
  readonly url: string
}

/** Two processes on one PostgreSQL and one Redis, which clients reach by one name. */
async function twoNodes(): Promise<readonly [Node, Node]> {
  const env = {
    PORT: '0',
    DATABASE_URL: await postgres.createDatabase(),
    REDIS_URL: redis.url,
    PICTURES_DIR: await mkdtemp(join(tmpdir(), 'foyer-pictures-')),
    RELAY_URLS: 'wss://relay.example',
    PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo' }]),
  }
  const servers = [built.start({ env }), built.start({ env })]
  const [first, second] = await Promise.all(
    servers.map(async (server) => ({ server, url: `http://127.0.0.1:${(await server.line(listening))[1]}` })),
  )
  if (!first || !second) throw new Error('No nodes.')
  return [first, second]
}

const claims = { aud: 'wss://relay.example' }
const randomTopic = () => randomBytes(32).toString('hex')
/** A node rejects what Redis doesn't confirm within half a second, as on a busy machine: published again, it is stored once. */
const stored = (publish: () => Promise<unknown>) => vi.waitFor(async () => expect(await publish()).toBe(true))

test('a page on one node and a wallet on the other exchange messages, in order', async () => {
  const dapp = await connectClient({ url: one.url, claims })
  const wallet = await connectClient({ url: other.url, claims })
  const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
  await stored(() => dapp.request('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal' }))
  await wallet.subscribe([pairingTopic])
  await vi.waitFor(() => expect(wallet.pushed).toMatchObject([{ message: 'proposal' }]))
  const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
  await stored(() => wallet.request('wc_approveSession', approval))
  await vi.waitFor(() => expect(dapp.pushed).toMatchObject([{ message: 'yes' }]))
  await dapp.subscribe([sessionTopic])
  await vi.waitFor(() => expect(dapp.pushed).toMatchObject([{ message: 'yes' }, { message: 'settled' }]))
  for (let index = 0; index < 50; index += 1) await stored(() => dapp.publish(sessionTopic, `${index}`))
  await vi.waitFor(() => expect(wallet.pushed).toHaveLength(51))
  expect(wallet.pushed.slice(1).map(({ message }) => message)).toEqual(
    Array.from({ length: 50 }, (_, index) => `${index}`),
  )
})

test('after a Redis that hung, notifications resume, and what was stored meanwhile is delivered', async () => {
  const dapp = await connectClient({ url: one.url, claims })
  const wallet = await connectClient({ url: other.url, claims })
  const topic = randomTopic()
  await wallet.subscribe([topic])
  redis.freeze()
  try {
    expect(await dapp.publish(topic, 'rejected')).toBe('StorageError')
  } finally {
    redis.thaw()
  }
  await stored(() => dapp.publish(topic, 'stored'))
  await vi.waitFor(() => expect(wallet.pushed.map(({ message }) => message)).toContain('stored'))
})

test('a node is killed while messages are in flight: each reaches its wallet after it has reconnected, in order', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const key = clientKey()
      const topic = randomTopic()
      const dapp = await connectClient({ url: other.url, claims })
      const received: string[] = []
      const published: string[] = []
      const wallet = await connectClient({ url: one.url, key, claims, onPushed: (message) => received.push(message) })
      await wallet.subscribe([topic])
      return { key, topic, dapp, wallet, received, published }
    }),
  )
  let isDone = false
  const publishing = pairs.map(async ({ dapp, topic, published }) => {
    while (!isDone && published.length < 150) {
      const message = `${published.length}`
      await stored(() => dapp.publish(topic, message))
      published.push(message)
    }
  })
  await vi.waitFor(() => expect(pairs.every(({ received }) => received.length > 10)).toBe(true))
  const disconnected = pairs.map(({ wallet }) => closed(wallet.socket))
  one.server.child.kill('SIGKILL')
  await one.server.ended
  // What the node had sent by then is read.
  await Promise.all(disconnected)
  isDone = true
  await Promise.all(publishing)

  const reconnect = (pair: { key: ClientKey; topic: string; received: string[] }): Promise<RelayClient> => {
    const onPushed = (message: string) => pair.received.push(message)
    return connectClient({ url: other.url, key: pair.key, claims, onPushed })
  }
  for (const pair of pairs) {
    const before = pair.received.length
    const wallet = await reconnect(pair)
    await wallet.subscribe([pair.topic])
    await vi.waitFor(() => expect(new Set(pair.received).size).toBe(pair.published.length))
    const again = pair.received.slice(before)
    // No message comes twice on a socket; those whose acknowledgement the killed node didn't store come once more.
    expect(new Set(again).size).toBe(again.length)
    expect(again).toEqual(again.toSorted((a, b) => Number(a) - Number(b)))
    expect(pair.received.slice(0, before)).toEqual(pair.published.slice(0, before))
  }
})
