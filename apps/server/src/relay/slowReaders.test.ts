import { randomBytes } from 'node:crypto'
import { createMemoryMailboxes, createRelay } from '@foyer/relay'
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

/** More than the operating system holds for a reader that doesn't read, by many publishers. */
async function fill({
  connect,
  topics,
}: {
  connect: (id: string) => ReturnType<typeof connectClient>
  topics: string[]
}) {
  const text = 'x'.repeat(95_000)
  for (const [index, topic] of topics.entries()) {
    const dapp = await connect(`dapp ${index}`)
    for (let each = 0; each < 20; each += 1) await dapp.publish(topic, `${each} ${text}`)
    await dapp.close()
  }
}

test('what a reader doesn’t take stays in its mailbox, and comes in order once it reads', async () => {
  const { connect, handed } = await startEndpoint({ takesNothingAfterMs: 60_000 })
  const topics = Array.from({ length: 4 }, randomTopic)
  await fill({ connect, topics })
  const wallet = await connect('wallet')
  wallet.socket.pause()
  wallet.socket.send(
    JSON.stringify({ id: 1_795_157_065_372_000, jsonrpc: '2.0', method: 'irn_batchSubscribe', params: { topics } }),
  )
  let before = -1
  await vi.waitFor(
    () => {
      const now = handed()
      const isStill = now === before && now > 1_000_000
      before = now
      expect(isStill).toBe(true)
    },
    { interval: 100 },
  )
  // All 64 that may be unacknowledged would be six megabytes; what is less is what waits, and what the system holds.
  expect(handed()).toBeLessThan(5_500_000)
  wallet.socket.resume()
  await vi.waitFor(() => expect(wallet.pushed).toHaveLength(80), { timeout: 10_000 })
  for (const topic of topics) {
    const texts = wallet.pushed.filter((each) => each.topic === topic).map(({ message }) => message.split(' ')[0])
    expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`))
  }
})

test('a reader that takes nothing for a while is disconnected, and its messages are there on its next socket', async () => {
  const { connect, relay } = await startEndpoint({ takesNothingAfterMs: 150 })
  const topics = Array.from({ length: 4 }, randomTopic)
  await fill({ connect, topics })
  const wallet = await connect('wallet')
  wallet.socket.pause()
  wallet.socket.send(
    JSON.stringify({ id: 1_795_157_065_372_000, jsonrpc: '2.0', method: 'irn_batchSubscribe', params: { topics } }),
  )
  await vi.waitFor(() => expect(relay.state()).toEqual({ sockets: 0, subscriptions: 0 }), { timeout: 5_000 })
  wallet.socket.terminate()
  const next = await connect('wallet')
  await next.subscribe(topics)
  await vi.waitFor(() => expect(next.pushed).toHaveLength(80), { timeout: 10_000 })
})
