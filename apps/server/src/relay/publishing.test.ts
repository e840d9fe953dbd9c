import { randomBytes } from 'node:crypto'
import { createMemoryMailboxes, createRelay, type Mailboxes, type Relay } from '@foyer/relay'
import { slowMailboxes } from '@foyer/relay/test'
import { systemClock as clock } from '@foyer/service/clock'
import { listen } from '@foyer/service/listen'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createRelayEndpoint } from './endpoint.js'
import { connectClient } from './test/relayClient.js'

const log = { info() {}, warn() {}, error() {} }
const randomTopic = () => randomBytes(32).toString('hex')

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** The endpoint on a port, before a relay; each client is admitted under the id that its query has. */
async function startEndpoint(mailboxes: Mailboxes) {
  const written: string[] = []
  const inner = createRelay({ mailboxes, clock })
  const relay: Relay = {
    ...inner,
    open: ({ clientId, send }) =>
      inner.open({
        clientId,
        send(frame) {
          written.push(`${JSON.parse(frame).method ?? 'answer'} to ${clientId}`)
          send(frame)
        },
      }),
  }
  const endpoint = createRelayEndpoint({
    relay,
    admission: {
      admit: async (_request, query) => ({
        clientId: query.get('id') ?? '',
        client: 'test',
        network: 'test',
        projectId: 'demo',
        origin: undefined,
        counted: { ofProject() {}, onGaveWay() {}, release() {} },
      }),
      isStillAllowed: async () => true,
    },
    frames: { take: async () => null },
    clock,
    log,
    requestId: () => 'test',
  })
  const fetch = async () => new Response()
  const listener = await listen({ fetch, upgrade: endpoint.upgrade, host: '127.0.0.1', port: 0 })
  closings.push(() => Promise.all([listener.close(), endpoint.close()]))
  const connect = (id: string, onPushed?: (message: string) => void) =>
    connectClient({ url: listener.url, query: { id }, onPushed })
  return { written, connect }
}

/** Returns the frames that arrive on a socket, in their order: an answer's result, or a pushed message. */
function framesOf(socket: WebSocket): readonly unknown[] {
  const frames: unknown[] = []
  socket.on('message', (data) => {
    const { result, params } = JSON.parse(data.toString())
    frames.push(params === undefined ? result : params.data.message)
  })
  return frames
}

test('across two sockets, a publisher’s answer is written before its message', async () => {
  const { written, connect } = await startEndpoint(createMemoryMailboxes({ now: Date.now }))
  const [dapp, wallet] = [await connect('dapp'), await connect('wallet')]
  const topic = randomTopic()
  await wallet.subscribe([topic])
  const texts = Array.from({ length: 50 }, (_, index) => `${index}`)
  for (const text of texts) await dapp.publish(topic, text)
  await vi.waitFor(() => expect(wallet.pushed.map(({ message }) => message)).toEqual(texts))
  const pairs = texts.flatMap(() => ['answer to dapp', 'irn_subscription to wallet'])
  expect(written.slice(1).filter((each) => each !== 'answer to wallet')).toEqual(pairs)
})

test('on a socket that publishes and is subscribed, the answer arrives before any response to the message', async () => {
  const mailboxes = slowMailboxes(createMemoryMailboxes({ now: Date.now }))
  const { connect } = await startEndpoint(mailboxes)
  const topic = randomTopic()
  const dapp = await connect('dapp')
  const frames = framesOf(dapp.socket)
  const wallet = await connect('wallet', () => void wallet.publish(topic, 'response'))
  await Promise.all([dapp.subscribe([topic]), wallet.subscribe([topic])])
  const published = dapp.publish(topic, 'request')
  await mailboxes.stored
  // Frames of a socket are in order: had the message been written to it, it would have arrived before this answer.
  await wallet.request('irn_unsubscribe', { topic: randomTopic(), id: 'any' })
  expect([wallet.pushed, frames.length]).toEqual([[], 1])
  mailboxes.release()
  await vi.waitFor(() => expect(frames).toContain('response'))
  expect(frames.slice(1)).toEqual([await published, 'response'])
})

test('an answered message is stored: it reaches a client that connects only then', async () => {
  const mailboxes = slowMailboxes(createMemoryMailboxes({ now: Date.now }))
  const { connect } = await startEndpoint(mailboxes)
  const topic = randomTopic()
  const dapp = await connect('dapp')
  let isAnswered = false
  const published = dapp.publish(topic, 'request').then(() => {
    isAnswered = true
  })
  await mailboxes.stored
  const other = await connect('other')
  await other.request('irn_unsubscribe', { topic, id: 'any' })
  expect(isAnswered).toBe(false)
  mailboxes.release()
  await published
  dapp.socket.terminate()
  const wallet = await connect('wallet')
  await wallet.subscribe([topic])
  await vi.waitFor(() => expect(wallet.pushed).toMatchObject([{ topic, message: 'request' }]))
})
