import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltServer, buildServer, listening, type StartedProcess } from '../buildServer.js'
import { type RunningPostgres, startPostgres } from '../db/startPostgres.js'
import { type RunningRedis, startRedis } from '../redis/startRedis.js'
import { type ClientKey, clientKey, connectClient, ended, type RelayClient } from './test/relayClient.js'

// Two servers are started for each.
vi.setConfig({ testTimeout: 120_000 })

let postgres: RunningPostgres
let redis: RunningRedis
let built: BuiltServer
beforeAll(async () => {
  ;[postgres, redis, built] = await Promise.all([startPostgres(), startRedis(), buildServer()])
})
afterEach(() => built.killAll())
afterAll(() => Promise.all([postgres?.stop(), redis?.stop(), built?.remove()]))

interface Node {
  readonly server: StartedProcess
  readonly url: string
}

/** Two processes on one PostgreSQL and one Redis, which clients reach under one name. */
async function twoNodes(): Promise<readonly [Node, Node]> {
  const env = {
    PORT: '0',
    DATABASE_URL: await postgres.createDatabase(),
    REDIS_URL: redis.url,
    RELAY_URLS: 'wss://relay.example',
    PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo' }]),
  }
  const servers = [built.start({ env }), built.start({ env })]
  const [one, other] = await Promise.all(
    servers.map(async (server) => ({ server, url: `http://127.0.0.1:${(await server.line(listening))[1]}` })),
  )
  if (!one || !other) throw new Error('No nodes.')
  return [one, other]
}

const claims = { aud: 'wss://relay.example' }
const someTopic = () => randomBytes(32).toString('hex')
/** A node that hasn't heard of Redis for half a second says so, as on a busy machine: then it is told again, and keeps it once. */
const taken = (ask: () => Promise<unknown>) => vi.waitFor(async () => expect(await ask()).toBe(true))

test('a page on one node and a wallet on the other hear each other, in order', async () => {
  const [one, other] = await twoNodes()
  const dapp = await connectClient({ url: one.url, claims })
  const wallet = await connectClient({ url: other.url, claims })
  const [pairingTopic, sessionTopic] = [someTopic(), someTopic()]
  await taken(() => dapp.ask('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal' }))
  await wallet.subscribe([pairingTopic])
  await vi.waitFor(() => expect(wallet.pushed).toMatchObject([{ message: 'proposal' }]))
  const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'yes', sessionSettlementRequest: 'settled' }
  await taken(() => wallet.ask('wc_approveSession', approval))
  await vi.waitFor(() => expect(dapp.pushed).toMatchObject([{ message: 'yes' }]))
  await dapp.subscribe([sessionTopic])
  await vi.waitFor(() => expect(dapp.pushed).toMatchObject([{ message: 'yes' }, { message: 'settled' }]))
  for (let index = 0; index < 50; index += 1) await taken(() => dapp.publish(sessionTopic, `${index}`))
  await vi.waitFor(() => expect(wallet.pushed).toHaveLength(51))
  expect(wallet.pushed.slice(1).map(({ message }) => message)).toEqual(
    Array.from({ length: 50 }, (_, index) => `${index}`),
  )
})

test('a node is killed while messages are on their way: each comes to its wallet once it is back, in order', async () => {
  const [one, other] = await twoNodes()
  const pairs = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const key = clientKey()
      const topic = someTopic()
      const dapp = await connectClient({ url: other.url, claims })
      const had: string[] = []
      const wallet = await connectClient({ url: one.url, key, claims, onPushed: (message) => had.push(message) })
      await wallet.subscribe([topic])
      return { key, topic, dapp, wallet, had, said: [] as string[] }
    }),
  )
  let isOver = false
  const talking = pairs.map(async ({ dapp, topic, said }) => {
    while (!isOver && said.length < 150) {
      const message = `${said.length}`
      await taken(() => dapp.publish(topic, message))
      said.push(message)
    }
  })
  await vi.waitFor(() => expect(pairs.every(({ had }) => had.length > 10)).toBe(true))
  const gone = pairs.map(({ wallet }) => ended(wallet.socket))
  one.server.child.kill('SIGKILL')
  await one.server.ended
  // What the node had still sent is read by then.
  await Promise.all(gone)
  isOver = true
  await Promise.all(talking)

  const back = (pair: { key: ClientKey; topic: string; had: string[] }): Promise<RelayClient> => {
    const onPushed = (message: string) => pair.had.push(message)
    return connectClient({ url: other.url, key: pair.key, claims, onPushed })
  }
  for (const pair of pairs) {
    const before = pair.had.length
    const wallet = await back(pair)
    await wallet.subscribe([pair.topic])
    await vi.waitFor(() => expect(new Set(pair.had).size).toBe(pair.said.length))
    const again = pair.had.slice(before)
    // Nothing comes twice on a socket; what the killed node didn't note as had comes once more.
    expect(new Set(again).size).toBe(again.length)
    expect(again).toEqual(again.toSorted((a, b) => Number(a) - Number(b)))
    expect(pair.had.slice(0, before)).toEqual(pair.said.slice(0, before))
  }
})

test('a Redis that hung is listened to again, and what came meanwhile is there', async () => {
  const [one, other] = await twoNodes()
  const dapp = await connectClient({ url: one.url, claims })
  const wallet = await connectClient({ url: other.url, claims })
  const topic = someTopic()
  await wallet.subscribe([topic])
  redis.freeze()
  expect(await dapp.publish(topic, 'refused')).toBe('StorageError')
  redis.thaw()
  await taken(() => dapp.publish(topic, 'taken'))
  await vi.waitFor(() => expect(wallet.pushed.map(({ message }) => message)).toContain('taken'))
})
