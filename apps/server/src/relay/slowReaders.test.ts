import { randomBytes } from 'node:crypto'
import { createMemoryMailboxes, createRelay } from '@foyer/relay'
import { store } from '@foyer/relay/test'
import { type Clock, systemClock } from '@foyer/service/clock'
import { listen } from '@foyer/service/listen'
import { afterEach, expect, test, vi } from 'vitest'
import type { Admission } from './admission.js'
import { createRelayEndpoint } from './endpoint.js'
import { closed, connectClient } from './test/relayClient.js'

const randomTopic = () => randomBytes(32).toString('hex')
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

interface StartEndpoint {
  takesNothingAfterMs: number
  clock?: Clock
  isStillAllowed?: Admission['isStillAllowed']
}

/** The endpoint on a port; what the relay hands to its sockets is counted. A client's project is named as the client is. */
async function startEndpoint(parameters: StartEndpoint) {
  const { takesNothingAfterMs, clock = systemClock, isStillAllowed = async () => true } = parameters
  const mailboxes = createMemoryMailboxes({ now: Date.now })
  const warned: unknown[] = []
  let handed = 0
  const inner = createRelay({ mailboxes, clock })
  const relay = {
    ...inner,
    open: (socket: Parameters<typeof inner.open>[0]) =>
      inner.open({
        ...socket,
        send(frame) {
          handed += frame.length
          socket.send(frame)
        },
      }),
  }
  const counted = { ofProject() {}, onGaveWay() {}, release() {} }
  const endpoint = createRelayEndpoint({
    relay,
    admission: {
      admit: async (_, query) => {
        const clientId = query.get('id') ?? ''
        return { clientId, client: clientId, network: clientId, projectId: clientId, origin: undefined, counted }
      },
      isStillAllowed,
    },
    frames: { take: async () => null },
    clock,
    log: { info() {}, warn: (...all: readonly unknown[]) => void warned.push(all), error() {} },
    requestId: () => 'test',
    takesNothingAfterMs,
  })
  const listener = await listen({
    fetch: async () => new Response(),
    upgrade: endpoint.upgrade,
    host: '127.0.0.1',
    port: 0,
  })
  const { reviews, steering } = endpoint
  closings.push(() => Promise.all([listener.close(), endpoint.close(), reviews.stop(), steering.stop()]))
  const connect = (id: string) => connectClient({ url: listener.url, query: { id } })
  return { connect, relay, mailboxes, warned, reviews, steering, handed: () => handed }
}

const messages = 300

type Endpoint = Awaited<ReturnType<typeof startEndpoint>>

/** Far more than the operating system holds for a reader that doesn't read: 28 MB. */
async function fill({ mailboxes }: Endpoint): Promise<readonly string[]> {
  const topics = Array.from({ length: 15 }, randomTopic)
  for (let index = 0; index < messages; index += 1) {
    const topic = topics[index % topics.length] ?? ''
    const text = `${index} ${'x'.repeat(95_000)}`
    await store(mailboxes, { topic, text, publisher: `${index}`, address: `${index}` })
  }
  return topics
}

/** Until nothing more is sent. */
async function untilStill({ handed }: Endpoint): Promise<void> {
  let before = -1
  const isStill = () => {
    const now = handed()
    const hasEnded = now === before && now > 1_000_000
    before = now
    expect(hasEnded).toBe(true)
  }
  await vi.waitFor(isStill, { interval: 200 })
}

/** A client that asks for all of it. */
async function askForAll(endpoint: Endpoint) {
  const topics = await fill(endpoint)
  const wallet = await endpoint.connect('wallet')
  const received = new Set<string>()
  wallet.socket.on('message', (data) => {
    for (const { message } of JSON.parse(data.toString()).result.messages) received.add(message.split(' ')[0])
  })
  wallet.socket.pause()
  for (let index = 0; index < 200; index += 1) {
    const id = 1_795_157_065_372_000 + index
    const method = 'irn_batchFetchMessages'
    wallet.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params: { topics } }))
  }
  return { wallet, received, topics }
}

test('a reader that doesn’t read is sent little beyond what the system holds for it, and all once it reads', async () => {
  const endpoint = await startEndpoint({ takesNothingAfterMs: 60_000 })
  const { wallet, received } = await askForAll(endpoint)
  await untilStill(endpoint)
  expect(endpoint.handed()).toBeLessThan(16_000_000)
  wallet.socket.resume()
  await vi.waitFor(() => expect(received.size).toBe(messages))
})

test('a reader that takes nothing for a while is disconnected, and what it wasn’t sent is still in its mailbox', async () => {
  const endpoint = await startEndpoint({ takesNothingAfterMs: 150 })
  const { wallet, topics } = await askForAll(endpoint)
  const gone = () => expect(endpoint.relay.state()).toEqual({ sockets: 0, subscriptions: 0 })
  await vi.waitFor(gone)
  expect(endpoint.handed()).toBeLessThan(16_000_000)
  wallet.socket.terminate()
  const next = await endpoint.connect('wallet')
  expect(await next.request('irn_batchFetchMessages', { topics })).toMatchObject({ hasMore: true })
})

test('a reader that is pushed messages, takes none and only pings is disconnected as well', async () => {
  let time = Date.now()
  let steer = () => {}
  const clock: Clock = {
    now: () => time,
    setTimeout(callback, ms) {
      if (ms !== 5_000) return systemClock.setTimeout(callback, ms)
      steer = callback
      return () => {}
    },
  }
  const endpoint = await startEndpoint({ takesNothingAfterMs: 60_000, clock })
  const topics = await fill(endpoint)
  const { socket } = await endpoint.connect('wallet')
  socket.pause()
  // What it sends is read, so its connection is never quiet.
  const pinging = setInterval(() => socket.ping(), 20)
  closings.push(async () => clearInterval(pinging))
  socket.on('error', () => {})
  socket.send(
    JSON.stringify({ id: 1_795_157_065_372_000, jsonrpc: '2.0', method: 'irn_batchSubscribe', params: { topics } }),
  )
  await untilStill(endpoint)
  const steerAfter = (ms: number) => {
    time += ms
    steer()
  }
  endpoint.steering.start()
  steerAfter(100_000)
  await endpoint.connect('another')
  expect(endpoint.relay.state().sockets).toBe(2)
  steerAfter(21_000)
  await vi.waitFor(() => expect(endpoint.relay.state().sockets).toBe(1))
})

test('a project that can’t be looked up keeps its sockets, and those of the others are looked at all the same', async () => {
  const isStillAllowed: Admission['isStillAllowed'] = async ({ projectId }) => {
    if (projectId.startsWith('unknown')) throw new Error('The database is away.')
    return projectId !== 'gone'
  }
  const endpoint = await startEndpoint({ takesNothingAfterMs: 60_000, isStillAllowed })
  const first = await endpoint.connect('unknown')
  const gone = [await endpoint.connect('gone'), await endpoint.connect('gone')]
  const last = await endpoint.connect('unknown too')
  const ended = Promise.all(gone.map(({ socket }) => closed(socket)))
  endpoint.reviews.start()
  expect(await ended).toMatchObject([{ code: 3000 }, { code: 3000 }])
  await vi.waitFor(() => expect(endpoint.warned).toHaveLength(1))
  for (const { socket } of [first, last]) expect(socket.readyState).toBe(socket.OPEN)
})
