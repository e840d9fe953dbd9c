import { randomBytes } from 'node:crypto'
import { createMemoryMailboxes, createRelay } from '@foyer/relay'
import { store } from '@foyer/relay/test'
import { afterEach, expect, test, vi } from 'vitest'
import type { Clock } from '../clock.js'
import { listen } from '../listen.js'
import { createRelayEndpoint } from './endpoint.js'
import { connectClient } from './test/relayClient.js'

const clock: Clock = {
  now: Date.now,
  setTimeout(callback, ms) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
const randomTopic = () => randomBytes(32).toString('hex')
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** The endpoint on a port; what the relay hands to its sockets is counted. */
async function startEndpoint({ takesNothingAfterMs }: { takesNothingAfterMs: number }) {
  const mailboxes = createMemoryMailboxes({ now: Date.now })
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
  const counted = { ofProject() {}, release() {} }
  const endpoint = createRelayEndpoint({
    relay,
    admission: {
      admit: async (_, query) => {
        const clientId = query.get('id') ?? ''
        return { clientId, client: clientId, projectId: 'demo', origin: undefined, counted }
      },
      isStillAllowed: async () => true,
    },
    frames: { take: async () => null },
    clock,
    log: { info() {}, warn() {}, error() {} },
    requestId: () => 'test',
    takesNothingAfterMs,
  })
  const listener = await listen({
    fetch: async () => new Response(),
    upgrade: endpoint.upgrade,
    host: '127.0.0.1',
    port: 0,
  })
  closings.push(() => Promise.all([listener.close(), endpoint.close()]))
  const connect = (id: string) => connectClient({ url: listener.url, query: { id } })
  return { connect, relay, mailboxes, handed: () => handed }
}

const messages = 300

/** Far more than the operating system holds for a reader that doesn't read: 28 MB, and a client that asks for all of it. */
async function askForAll({ connect, mailboxes }: Awaited<ReturnType<typeof startEndpoint>>) {
  const topics = Array.from({ length: 15 }, randomTopic)
  for (let index = 0; index < messages; index += 1) {
    const topic = topics[index % topics.length] ?? ''
    const text = `${index} ${'x'.repeat(95_000)}`
    await store(mailboxes, { topic, text, publisher: `${index}`, address: `${index}` })
  }
  const wallet = await connect('wallet')
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
  let before = -1
  const untilStill = () => {
    const now = endpoint.handed()
    const isStill = now === before && now > 1_000_000
    before = now
    expect(isStill).toBe(true)
  }
  await vi.waitFor(untilStill, { interval: 200, timeout: 10_000 })
  expect(endpoint.handed()).toBeLessThan(16_000_000)
  wallet.socket.resume()
  await vi.waitFor(() => expect(received.size).toBe(messages), { timeout: 20_000 })
})

test('a reader that takes nothing for a while is disconnected, and what it wasn’t sent is still in its mailbox', async () => {
  const endpoint = await startEndpoint({ takesNothingAfterMs: 150 })
  const { wallet, topics } = await askForAll(endpoint)
  const gone = () => expect(endpoint.relay.state()).toEqual({ sockets: 0, subscriptions: 0 })
  await vi.waitFor(gone, { timeout: 10_000 })
  expect(endpoint.handed()).toBeLessThan(16_000_000)
  wallet.socket.terminate()
  const next = await endpoint.connect('wallet')
  expect(await next.request('irn_batchFetchMessages', { topics })).toMatchObject({ hasMore: true })
})
