import { randomBytes } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { expect, test, vi } from 'vitest'
import { closed, connectClient, openSocket } from './test/relayClient.js'
import { relayOfTest } from './test/relayOfTest.js'

const { startRelay, figures } = relayOfTest()
const randomTopic = () => randomBytes(32).toString('hex')
const publication = (text: string) => ({ topic: randomTopic(), message: text, ttl: 2_592_000, tag: 1108 })

test('137 frames of batch publish on one socket leave an honest pair as it was', async () => {
  const { api, connect } = await startRelay()
  // Everybody is at one address here, so the honest have their share of it already.
  const [dapp, wallet, stranger] = [await connect(), await connect(), await connect()]
  const topic = randomTopic()
  await dapp.publish(topic, 'before')
  const answers = new Map<unknown, number>()
  for (let frame = 0; frame < 137; frame += 1) {
    const messages = Array.from({ length: 100 }, () => publication('x'.repeat(1_900)))
    const answer = await stranger.request('irn_batchPublish', { messages })
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  expect(answers.get('TooManyRequests')).toBeGreaterThan(90)
  const { foyer_relay_mailbox_bytes: stored } = await figures(api)
  expect(stored).toBeLessThanOrEqual(5 * 1024 * 1024)
  api.time += 1_000
  await wallet.subscribe([topic])
  await vi.waitFor(() => expect(wallet.pushed).toMatchObject([{ message: 'before' }]))
  expect(await dapp.publish(topic, 'after')).toBe(true)
  await vi.waitFor(() => expect(wallet.pushed).toHaveLength(2))
})

test.each([
  { networks: 14, frames: 10, everyMs: 0 },
  { networks: 200, frames: 4, everyMs: 250 },
])(
  'a pair is served beside $networks networks that ask more than their project may, and after them',
  async ({ networks, frames, everyMs }) => {
    const { api, connect } = await startRelay({ relay: { messagesPerSecond: 1 }, trustedProxies: ['127.0.0.1'] })
    const at = (address: string) => connect({ headers: { 'x-forwarded-for': address } })
    const [dapp, wallet] = [await at('198.51.100.1'), await at('203.0.113.1')]
    const topic = randomTopic()
    await wallet.subscribe([topic])
    const answers = new Map<unknown, number>()
    for (let network = 0; network < networks; network += 1) {
      api.time += everyMs
      const stranger = await at(`10.0.${network}.1`)
      for (let frame = 0; frame < frames; frame += 1) {
        const messages = Array.from({ length: 7 }, () => publication('x'))
        const answer = await stranger.request('irn_batchPublish', { messages })
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
      if (network % 50 === 0) expect(await dapp.publish(topic, `${network}`)).toBe(true)
    }
    expect(answers.get('TooManyRequests')).toBeGreaterThan(networks)
    // What is left, however little.
    const last = await at('10.0.0.2')
    while ((await last.publish(randomTopic(), 'x').catch(() => 'closed')) === true);
    expect(await dapp.publish(topic, 'at the end')).toBe(true)
    const late = await at('192.0.2.1')
    expect(await late.publish(topic, 'from another')).toBe(true)
    await vi.waitFor(() =>
      expect(wallet.pushed.map(({ message }) => message)).toEqual(
        expect.arrayContaining(['0', 'at the end', 'from another']),
      ),
    )
  },
)

test('a client that opens too many sockets is refused before its token is looked at, and may again a while later', async () => {
  const { api, url, connect } = await startRelay({ relay: { socketsPerClient: 10 } })
  const refused = () => closed(openSocket({ url, query: { auth: 'x' } }))
  const reasons = await Promise.all(Array.from({ length: 25 }, refused))
  expect(reasons.filter(({ code }) => code === 1013).length).toBeGreaterThanOrEqual(5)
  api.time += 1_000
  expect(await (await connect()).publish(randomTopic(), 'x')).toBe(true)
})

test('whoever guesses ids of projects pays more for each socket, and is told to wait', async () => {
  const { rejected } = await startRelay({ burst: 40 })
  const page = { headers: { origin: 'https://dapp.example' } }
  const guess = (projectId: string) => rejected({ ...page, query: { projectId } })
  expect([(await guess('a')).code, (await guess('b')).code]).toEqual([3000, 1013])
})

test('a socket that is refused takes no place of its client’s', async () => {
  const { connect, rejected } = await startRelay({ relay: { socketsPerClient: 2 } })
  for (const projectId of ['a', 'b']) expect(await rejected({ query: { projectId } })).toMatchObject({ code: 3000 })
  expect(await (await connect()).publish(randomTopic(), 'x')).toBe(true)
})

test('a client that is told its rejection and doesn’t go is disconnected', async () => {
  const { api, url } = await startRelay()
  const { port, hostname } = new URL(url)
  const socket = connectTcp({ port: Number(port), host: hostname })
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => {}))
  socket.write(
    `GET /?projectId=unknown&useOnCloseEvent=true HTTP/1.1\r\nHost: relay\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await vi.waitFor(() => expect(received).toContain('invalid key'))
  api.expire()
  await ended
})

test('where a node has as many sockets as it may, one of the network that has most gives way to another’s', async () => {
  const { api, url, connect, rejected } = await startRelay({ relay: { sockets: 3 }, trustedProxies: ['127.0.0.1'] })
  const at = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const strangers = [await connect(at('192.0.2.1')), await connect(at('192.0.2.2')), await connect(at('192.0.2.3'))]
  expect(await rejected(at('192.0.2.4'))).toMatchObject({ code: 1013 })
  const gone = strangers.map(({ socket }, index) => closed(socket).then(({ code }) => [index, code]))
  const honest = await connect(at('198.51.100.1'))
  expect(await Promise.race(gone)).toEqual([expect.any(Number), 1013])
  expect(await honest.publish(randomTopic(), 'x')).toBe(true)
  expect(strangers.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(2)
  // One that doesn't close in time is terminated, and what is closed is free for another.
  api.expire()
  for (const { socket } of strangers) socket.close()
  await vi.waitFor(async () =>
    expect(await (await connectClient({ url, ...at('203.0.113.1') })).publish(randomTopic(), 'x')).toBe(true),
  )
})

test('the sockets of a project that is removed, or of an origin that is taken from it, are closed within seconds', async () => {
  const { api, connect, endpoint } = await startRelay()
  const { projects } = api.services
  await projects.create({
    id: 'going',
    name: 'Going',
    allowedOrigins: ['https://a.example', 'https://b.example'],
    vouchedOrigins: [],
    analyticsEnabled: false,
    development: false,
  })
  const at = (origin?: string) =>
    connect({ query: { projectId: 'going' }, ...(origin === undefined ? {} : { headers: { origin } }) })
  const [page, other, wallet, stays] = [
    await at('https://a.example'),
    await at('https://b.example'),
    await at(),
    await connect(),
  ]
  endpoint.reviews.start()
  await projects.change({ id: 'going', changes: { disallow: ['https://a.example'] } })
  const pageClosed = closed(page.socket)
  // The next round comes once the first has ended and its pause is over.
  await vi.waitFor(async () => {
    api.expire()
    expect(page.socket.readyState).not.toBe(page.socket.OPEN)
  })
  expect(await pageClosed).toMatchObject({ code: 3000 })
  expect(other.socket.readyState).toBe(other.socket.OPEN)
  await projects.remove('going')
  const ended = Promise.all([closed(other.socket), closed(wallet.socket)])
  await vi.waitFor(async () => {
    api.expire()
    expect(wallet.socket.readyState).not.toBe(wallet.socket.OPEN)
  })
  expect(await ended).toMatchObject([{ code: 3000 }, { code: 3000 }])
  expect(await stays.publish(randomTopic(), 'x')).toBe(true)
})
