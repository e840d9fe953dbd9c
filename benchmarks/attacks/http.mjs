// What a hostile stranger does by HTTP, each for some seconds and from one address.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent, giveWay } from './child.mjs'
import { collector, startUpstreams } from './upstreams.mjs'

giveWay()
const origin = 'https://dapp.example'

/** Each begins, and says which sockets are to be watched. @type {Record<string, (to: { port: number, from: string, seconds: number }) => Promise<readonly import('node:net').Socket[]>>} */
const attacks = {
  /** No attack: what a visitor may do, so that a server that has never worked isn't compared with one that has. */
  large: (to) => many(to, 50, (socket) => socket.write(rpc({ chain: 5, body: call('eth_getLogs') }))),
  halfBodies: (to) =>
    many(to, 1_000, (socket) => socket.write(post({ path: '/e?projectId=demo', body: '{', length: 500 }))),
  halfHeaders: (to) => many(to, 1_000, (socket) => socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-')),
  headerBombs: (to) =>
    many(to, 200, (socket) =>
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(1_000)}`),
    ),
  unread: (to) => many(to, 160, (socket) => socket.pause().write(rpc({ chain: 5, body: call('eth_getLogs') }))),
  batches: (to) =>
    many(to, 50, (socket) => socket.write(rpc({ chain: 5, body: Array(1_000).fill(call('eth_getLogs')) }))),
  endless: (to) => many(to, 100, (socket) => socket.write(rpc({ chain: 6, body: call('eth_getLogs') }))),
  endlessBatches: (to) =>
    many(to, 100, (socket) => socket.write(rpc({ chain: 6, body: Array(5).fill(call('eth_getLogs')) }))),
  dripping: (to) => many(to, 100, (socket) => socket.write(rpc({ chain: 7, body: call('eth_getLogs') }))),
  events: (to) => many(to, 400, (socket) => socket.write(post({ path: '/e?projectId=demo', body: event() }))),
  guesses: (to) =>
    many(to, 200, (socket) => {
      for (let turn = 0; turn < 10; turn++)
        socket.write(
          `GET /v1/supported-chains?projectId=x${Math.random()} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.${turn}\r\n\r\n`,
        )
    }),
  /** One history, of an account with many NFTs. */
  pictures: (to) => many(to, 1, (socket) => socket.write(get(historyOf({ account: collector, chain: 11 })))),
  cursors: (to) =>
    many(to, 200, (socket) => {
      for (const cursor of badCursors)
        socket.write(get(`${historyOf({ account: collector, chain: 8 })}&cursor=${cursor}`))
    }),
  payBatches: (to) =>
    many(to, 100, (socket) =>
      socket.write(
        post({ path: '/v1/json-rpc?projectId=demo', body: JSON.stringify(Array(20).fill(call('reown_getExchanges'))) }),
      ),
    ),
  dearBatches: (to) =>
    repeat(to, { sockets: 150, times: 10, text: rpc({ chain: 5, body: Array(1_000).fill(call('eth_getLogs')) }) }),
  wideBodies: (to) =>
    repeat(to, { sockets: 100, times: 3, text: rpc({ chain: 5, text: `[${'[],'.repeat(349_000)}[]]` }) }),
  async faults(to) {
    const half = { sockets: 75, times: 10 }
    const tooMany = await repeat(to, { ...half, text: rpc({ chain: 5, text: `[${'{},'.repeat(21_000)}{}]` }) })
    return [...tooMany, ...(await repeat(to, { ...half, text: rpc({ chain: 5, text: '<html>'.repeat(10_000) }) }))]
  },
  readiness: (to) => repeat(to, { sockets: 400, times: 20, text: 'GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n' }),
  /** As many calls of a node that never answers them as a client may pay for. */
  slowCalls: (to) => over(to, 5, (own) => own.write(rpc({ chain: 9, body: call('eth_getLogs') }))),
  /** Accounts in whose history an engine has a row that can't be read. */
  oddRows: (to) =>
    over(to, 5, (own) => {
      const account = `0xbad${randomBytes(19).toString('hex').slice(1)}`.padEnd(42, '0')
      own.write(get(`/v1/account/${account}/history?projectId=demo&chainId=eip155:10`))
    }),
  /** Ten unknown addresses a second. */
  histories: (to) =>
    over(to, 10, (own) => {
      const account = `0x${randomBytes(20).toString('hex')}`
      own.write(get(`/v1/account/${account}/history?projectId=demo&chainId=eip155:8`))
    }),
}

answerParent({
  start: () => startUpstreams(),
  /** @returns {Promise<string>} what was answered, once the seconds are over */
  async attack({ name, port, from, seconds }) {
    const endsAt = performance.now() + seconds * 1_000
    const sockets = await attacks[name]({ port, from, seconds })
    const statuses = new Map()
    for (const socket of sockets) {
      if (!socket.isPaused()) socket.on('data', (data) => countStatuses({ statuses, data }))
    }
    await sleep(Math.max(0, endsAt - performance.now()))
    for (const socket of sockets) socket.destroy()
    return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ') || 'nothing'
  },
})

function countStatuses({ statuses, data }) {
  for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

function many({ port, from }, count, begin) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      socket.on('error', () => {}) // being cut off is what an attacker has to expect
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      if (!socket.destroyed) begin(socket)
      return socket
    }),
  )
}

/** So many a second. */
async function over({ seconds, ...to }, perSecond, begin) {
  const [socket] = await many(to, 1, (each) => each.setMaxListeners(0))
  void (async () => {
    for (let count = 0; count < seconds * perSecond && !socket.destroyed; count += 1) {
      // HTTP/1.1 answers in turn, so each has a connection of its own.
      const [own] = await many(to, 1, begin)
      own.on('data', (data) => socket.emit('data', data))
      socket.once('close', () => own.destroy())
      await sleep(1_000 / perSecond)
    }
  })()
  return [socket]
}

function call(method) {
  return { jsonrpc: '2.0', id: 1, method, params: [] }
}

function rpc({ chain, body, text = JSON.stringify(body) }) {
  return post({ path: `/v1/?chainId=eip155:${chain}&projectId=demo`, body: text })
}

/** The same over and over on kept connections, each as soon as the last is answered. */
function repeat(to, { sockets, times, text }) {
  return many(to, sockets, (socket) => {
    const bytes = Buffer.from(text)
    let left = times
    const ask = () => {
      left -= 1
      socket.write(bytes)
    }
    socket.on('data', (data) => {
      if (left > 0 && data.includes('HTTP/1.1 ')) ask()
    })
    ask()
  })
}

const historyOf = ({ account, chain }) => `/v1/account/${account}/history?projectId=demo&chainId=eip155:${chain}`

/** What no page hands out, and no column holds. */
const badCursors = [
  [1, 0, 1, 'eip155:8', 1, 2 ** 31],
  [1, 0, 1, 'eip155:8\0', 1, 0],
  [1, 0, 2 ** 53, 'eip155:8', 1, 0],
  [2, 'eip155:\ud800', '7'],
].map((written) => Buffer.from(JSON.stringify(written)).toString('base64url'))

function get(path) {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`
}

function post({ path, body, length = Buffer.byteLength(body) }) {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n${body}`
}

/** One of 60 KB. */
function event() {
  const props = { type: 'track', event: 'A', properties: { text: 'aB1 '.repeat(15_000) } }
  return JSON.stringify({ eventId: crypto.randomUUID(), url: '', domain: 'a', timestamp: 1, props })
}
