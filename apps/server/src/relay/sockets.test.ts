import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { demo } from '../test/openApi.js'
import { type ConnectParameters, clientKey, closed, openSocket } from './test/relayClient.js'
import { relayOfTest } from './test/relayOfTest.js'

const { startRelay, figures } = relayOfTest()

const randomTopic = () => randomBytes(32).toString('hex')

/** The HTTP response to a rejected upgrade. */
const httpResponse = (socket: WebSocket) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
  })

describe('[S8.29] a client gets the reason of a rejection on its socket', () => {
  test.each<[string, Omit<ConnectParameters, 'url'>, string]>([
    ['an unknown project', { query: { projectId: 'unknown' } }, 'Unauthorized: invalid key'],
    ['a page of another origin', { headers: { origin: 'https://evil.example' } }, 'Unauthorized: origin not allowed'],
    [
      'a clock that is ahead',
      { claims: { iat: Math.floor(Date.now() / 1000) + 3_600 } },
      'JWT validation error: JWT Token is not yet valid',
    ],
    [
      'a token for another relay',
      { claims: { aud: 'wss://elsewhere.example' } },
      'JWT validation error: JWT Token is for another relay',
    ],
    ['no token', { query: { auth: '' } }, 'JWT validation error: JWT is missing'],
  ])('%s', async (_, parameters, reason) => {
    const { rejected } = await startRelay()
    expect(await rejected(parameters)).toEqual({ code: 3000, reason })
  })

  test('or over HTTP by default', async () => {
    const { url } = await startRelay()
    const answers = await Promise.all(
      [{ projectId: 'unknown' }, { auth: 'x' }].map((query) =>
        httpResponse(openSocket({ url, query: { ...query, useOnCloseEvent: '' } })),
      ),
    )
    const origin = { origin: 'https://evil.example' }
    const foreign = await httpResponse(openSocket({ url, headers: origin, query: { useOnCloseEvent: 'no' } }))
    expect([...answers, foreign]).toEqual([
      { status: 401, text: 'Unauthorized: invalid key' },
      { status: 401, text: 'JWT validation error: JWT Token is malformed' },
      { status: 403, text: 'Unauthorized: origin not allowed' },
    ])
  })
})

describe('a socket', () => {
  test('carries messages between a page of the project and a wallet without an origin, and HTTP is served beside it', async () => {
    const { connect, url } = await startRelay()
    const dapp = await connect({ headers: { origin: 'https://dapp.example' } })
    const wallet = await connect()
    const topic = randomTopic()
    expect(await wallet.subscribe([topic])).toHaveLength(1)
    expect(await dapp.publish(topic, 'hello')).toBe(true)
    await vi.waitFor(() => expect(wallet.pushed).toMatchObject([{ topic, message: 'hello' }]))
    expect(await (await fetch(url)).text()).toBe('HTTP')
  })

  test('may be opened with the token in a header, as phones do', async () => {
    const { connect } = await startRelay()
    expect(await (await connect({ tokenIn: 'header' })).publish(randomTopic(), 'x')).toBe(true)
  })

  test('is opened at the root only', async () => {
    const { url } = await startRelay()
    const { port } = new URL(url)
    const status = await new Promise((resolve, reject) => {
      const upgrade = request({
        port,
        path: '//admin?useOnCloseEvent=true',
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      })
      upgrade.once('response', (response) => resolve(response.statusCode)).once('error', reject)
      upgrade.end()
    })
    expect(status).toBe(404)
  })

  test('that sends too large a frame gets the code, even while it is still sending', async () => {
    const { connect } = await startRelay()
    const { socket } = await connect()
    const { url } = socket
    // On a thread of its own: in this event loop the code would always be read before the socket's end.
    const client = `
      const { parentPort, workerData: { url, ws } } = require('node:worker_threads')
      const { WebSocket } = require(ws)
      const socket = new WebSocket(url)
      socket.on('open', () => socket.send('a'.repeat(4 * 1024 * 1024)))
      socket.on('error', () => {}) // a 'close' follows, with its code
      socket.on('close', (code) => parentPort.postMessage(code))`
    const ws = createRequire(import.meta.url).resolve('ws')
    const codes = Array.from({ length: 10 }, async () => {
      const worker = new Worker(client, { eval: true, workerData: { url, ws } })
      const [code] = await once(worker, 'message')
      return code
    })
    expect(await Promise.all(codes)).toEqual(codes.map(() => 1009))
  })

  test('that sends what isn’t JSON-RPC, or isn’t text, is closed with a reason', async () => {
    const { connect } = await startRelay()
    for (const { sent, code, reason } of [
      { sent: 'hello', code: 1007, reason: 'JSON-RPC 2.0 only' },
      { sent: Buffer.from('hello'), code: 1003, reason: 'Text frames only' },
      { sent: 'a'.repeat(256 * 1024 + 1), code: 1009, reason: '' },
    ]) {
      const { socket } = await connect()
      const isClosed = closed(socket)
      socket.send(sent)
      expect(await isClosed).toEqual({ code, reason })
    }
  })

  test('that sends too many messages is closed, and another one stays open', async () => {
    const { connect } = await startRelay({ relay: { messagesPerSecond: 1 } })
    const [flooding, other] = [await connect(), await connect()]
    const isClosed = closed(flooding.socket)
    const answers = Array.from({ length: 11 }, () => flooding.publish(randomTopic(), 'x').catch(() => 'closed'))
    expect(await isClosed).toEqual({ code: 1013, reason: 'Too many messages' })
    expect((await Promise.all(answers)).filter((answer) => answer === 'closed').length).toBeGreaterThan(0)
    expect(await other.publish(randomTopic(), 'x')).toBe(true)
  })

  test('that is pinged answers, and one that pings too often is closed', async () => {
    const { connect } = await startRelay({ relay: { messagesPerSecond: 1 } })
    const { socket } = await connect()
    const answered = new Promise<string>((resolve) => socket.once('pong', (data) => resolve(data.toString())))
    socket.ping('are you there?')
    expect(await answered).toBe('are you there?')
    const isClosed = closed(socket)
    for (let sent = 0; sent < 20; sent += 1) socket.ping()
    expect(await isClosed).toEqual({ code: 1013, reason: 'Too many messages' })
  })

  test('beyond the limit of a client, or of the node, is rejected until one is closed', async () => {
    const { connect, rejected } = await startRelay({ relay: { socketsPerClient: 2 } })
    const first = await connect()
    await connect()
    expect((await rejected()).code).toBe(1013)
    await first.close()
    // A rejection opens the socket, too, so only an answer proves that the client was admitted.
    await vi.waitFor(async () => expect(await (await connect()).publish(randomTopic(), 'x')).toBe(true))
    const full = await startRelay({ relay: { sockets: 0 } })
    expect((await full.rejected()).code).toBe(1013)
  })

  test('is subject to the rate limit of the project’s clients', async () => {
    const { connect, rejected } = await startRelay({ burst: 1 })
    await connect()
    expect(await rejected()).toMatchObject({ code: 1013, reason: expect.stringContaining('Too many requests') })
  })

  test('is pinged at least every 30 s, and ended when the client doesn’t respond', async () => {
    const { api, connect, endpoint } = await startRelay()
    const [alive, dead] = [await connect(), await connect()]
    let pings = 0
    alive.socket.on('ping', () => {
      pings += 1
    })
    // Like a phone without a network: it reads nothing, so it responds to nothing.
    dead.socket.pause()
    endpoint.pings.start()
    await vi.waitFor(() => expect(pings).toBe(1))
    // The pong arrives before the answer to the request.
    await alive.publish(randomTopic(), 'x')
    api.expire()
    await vi.waitFor(() => expect(pings).toBe(2))
    await vi.waitFor(async () => expect((await figures(api)).foyer_relay_sockets).toBe(1))
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
  })

  test('is closed with a code when the server stops, and the port is free at once', async () => {
    const { connect, endpoint } = await startRelay()
    const { socket } = await connect()
    const isClosed = closed(socket)
    await endpoint.close()
    expect(await isClosed).toEqual({ code: 1001, reason: 'The server stops' })
  })

  test('that closes before it acknowledges loses nothing', async () => {
    const { connect } = await startRelay()
    const dapp = await connect()
    const key = clientKey()
    const silent = await connect({ key, acknowledges: false })
    const topic = randomTopic()
    await silent.subscribe([topic])
    await dapp.publish(topic, 'one')
    await vi.waitFor(() => expect(silent.pushed).toHaveLength(1))
    silent.socket.terminate()
    const next = await connect({ key })
    await next.subscribe([topic])
    await vi.waitFor(() => expect(next.pushed).toMatchObject([{ message: 'one' }]))
  })
})

test('metrics count sockets, messages and what is stored', async () => {
  const { api, connect } = await startRelay()
  const [dapp, wallet] = [await connect(), await connect()]
  const topic = randomTopic()
  await wallet.subscribe([topic])
  await dapp.publish(topic, 'hello')
  await dapp.request('irn_nothing', {})
  await vi.waitFor(async () =>
    expect(await figures(api)).toMatchObject({
      foyer_relay_sockets: 2,
      foyer_relay_subscriptions: 1,
      foyer_relay_mailbox_messages: 1,
      foyer_relay_mailbox_bytes: expect.any(Number),
      'foyer_relay_messages_total{event="published"}': 1,
      'foyer_relay_messages_total{event="pushed"}': 1,
      'foyer_relay_messages_total{event="acknowledged"}': 1,
      'foyer_relay_messages_total{event="refused"}': 1,
    }),
  )
})

test('[F28 W10] the log contains neither clients nor topics nor messages', async () => {
  const { api, connect, rejected } = await startRelay()
  const key = clientKey()
  const dapp = await connect({ key })
  const topic = randomTopic()
  await dapp.subscribe([topic])
  await dapp.publish(topic, 'canary')
  await dapp.close()
  await rejected({ key, query: { projectId: 'canary' }, headers: { origin: 'https://canary.example' } })
  await vi.waitFor(() => expect(api.logged.join()).toContain('a relay socket ended'))
  const logged = api.logged.join('\n')
  for (const secret of [key.clientId, topic, 'canary', '127.0.0.1']) expect(logged).not.toContain(secret)
  expect(logged).toContain(`"project":"${demo.id}"`)
})
