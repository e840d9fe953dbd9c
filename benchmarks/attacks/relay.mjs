// What one stranger does to the relay, each for some seconds.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadRelayClient } from '../relayClient.mjs'
import { answerParent, giveWay } from './child.mjs'

giveWay()
const { connectClient, openSocket } = await loadRelayClient()
/** The stranger's address; the honest pair has another, and both are told by a proxy that is trusted. */
const headers = { 'x-forwarded-for': '198.51.100.7' }
const topic = () => randomBytes(32).toString('hex')

/** @typedef {{ about: object, stranger: (more?: object) => Promise<any>, isOver: () => boolean, sockets: number }} To */
/** @type {Record<string, (to: To) => Promise<Record<string, number>>>} */
const attacks = {
  /** 137 frames of batch publish, in as many keys as it takes. */
  async batches({ stranger, isOver }) {
    const answers = {}
    for (let frame = 0; frame < 137 && !isOver(); frame += 1) {
      const client = await stranger()
      const message = 'x'.repeat(1_900)
      const messages = Array.from({ length: 100 }, () => ({ topic: topic(), message, ttl: 2_592_000, tag: 1108 }))
      count(answers, await client.request('irn_batchPublish', { messages }))
      client.socket.terminate()
    }
    return answers
  },
  /** 60 sockets that don't read what they ask for. */
  async readers({ stranger, isOver }) {
    const [publisher, topics] = [await stranger(), Array.from({ length: 8 }, topic)]
    for (const each of topics) {
      for (let index = 0; index < 5; index += 1) await publisher.publish(each, `${index} ${'x'.repeat(90_000)}`)
    }
    const idle = await Promise.all(Array.from({ length: 60 }, () => stranger({ acknowledges: false })))
    for (const { socket } of idle) socket.pause()
    let id = Date.now() * 1_000
    while (!isOver()) {
      for (const { socket } of idle) {
        if (socket.bufferedAmount > 1_000_000) continue
        id += 1
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_batchSubscribe', params: { topics } }))
        id += 1
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_nothing', params: {} }))
      }
      await sleep(20)
    }
    // Only one that reads learns that it was closed.
    for (const { socket } of idle) socket.resume()
    await sleep(2_000)
    const closed = idle.filter(({ socket }) => socket.readyState === 3).length
    return { 'sockets closed': closed }
  },
  /** 100,000 topics. */
  async topics({ stranger, isOver }) {
    const answers = {}
    for (let socket = 0; socket < 100 && !isOver(); socket += 1) {
      const client = await stranger()
      for (const _ of [1, 2]) {
        const answer = await client.request('irn_batchSubscribe', { topics: Array.from({ length: 500 }, topic) })
        count(answers, Array.isArray(answer) ? 'subscribed' : answer)
      }
    }
    return answers
  },
  /** As many messages as fit on a few sockets. */
  async messages({ stranger, isOver }) {
    const clients = await Promise.all(Array.from({ length: 20 }, () => stranger()))
    const answers = {}
    const pour = async ({ request }) => {
      while (!isOver() && (answers.closed ?? 0) < 1_000) {
        const message = 'x'.repeat(50_000)
        const some = Array.from({ length: 10 }, () =>
          request('irn_publish', { topic: topic(), message, ttl: 604_800, tag: 1108 }).catch(() => 'closed'),
        )
        for (const answer of await Promise.all(some)) count(answers, answer)
      }
    }
    await Promise.all(clients.map(pour))
    return answers
  },
  /** Messages for a week from 14 networks, until no mailbox has room. */
  networks14: (to) => fill({ ...to, networks: 14 }),
  /** The same from 200, each of which stores little. */
  networks200: (to) => fill({ ...to, networks: 200 }),
  /** Sockets opened and left, or refused and kept. */
  async handshakes({ about, isOver }) {
    const codes = {}
    while (!isOver()) {
      const some = Array.from({ length: 50 }, (_, index) =>
        shake({ ...about, query: index % 2 === 0 ? {} : { auth: 'x' } }),
      )
      for (const code of await Promise.all(some)) count(codes, code)
    }
    return codes
  },
  /** Frames that are begun and never ended. */
  async halves({ stranger, isOver }) {
    const clients = await Promise.all(Array.from({ length: 190 }, () => stranger().catch(() => null)))
    const open = clients.filter((client) => client !== null)
    for (const { socket } of open) socket.send('x'.repeat(250_000), { fin: false })
    while (!isOver()) await sleep(50)
    return { opened: open.length, 'still open': open.filter(({ socket }) => socket.readyState === 1).length }
  },
  /** Sockets that only are there, from many addresses. */
  async idle({ about, isOver, sockets }) {
    const answers = {}
    const connect = (index) => {
      const [high, middle, low] = [index / 50_000, (index / 200) % 250, index % 200].map(Math.floor)
      const own = { 'x-forwarded-for': `10.${high}.${middle}.${low}` }
      return connectClient({ ...about, headers: own }).then(
        () => count(answers, 'open'),
        () => count(answers, 'refused'),
      )
    }
    for (let index = 0; index < sockets; index += 100)
      await Promise.all(Array.from({ length: 100 }, (_, each) => connect(index + each)))
    while (!isOver()) await sleep(50)
    return answers
  },
}

/** @param {To & { networks: number }} options */
async function fill({ stranger, isOver, networks }) {
  const answers = {}
  const pour = async (network) => {
    const own = { 'x-forwarded-for': `10.0.${network}.7` }
    while (!isOver()) {
      // A key has a budget of its own, which is free to leave behind.
      const { socket, request } = await stranger({ headers: own }).catch(() => ({}))
      if (request === undefined) {
        count(answers, 'no socket')
        await sleep(100)
        continue
      }
      const message = 'x'.repeat(90_000)
      for (let sent = 0; sent < 20 && !isOver(); sent += 1) {
        const answer = await request('irn_publish', { topic: topic(), message, ttl: 604_800, tag: 1108 }).catch(
          () => 'closed',
        )
        count(answers, answer)
        if (answer !== true) await sleep(50)
      }
      socket.terminate()
    }
  }
  await Promise.all(Array.from({ length: networks }, (_, network) => pour(network)))
  return answers
}

answerParent({
  /** @returns {Promise<string>} what was answered, once the seconds are over */
  async attack({ name, url, audience, seconds, sockets }) {
    const endsAt = performance.now() + seconds * 1_000
    const about = { url, claims: { aud: audience }, headers }
    const opened = []
    const stranger = async (more = {}) => {
      const client = await connectClient({ ...about, ...more })
      opened.push(client)
      return client
    }
    const answers = await attacks[name]({ about, stranger, isOver: () => performance.now() > endsAt, sockets })
    return Object.entries(answers)
      .map(([answer, times]) => `${times.toLocaleString('en')} × ${answer}`)
      .join(', ')
  },
})

/** @returns {Promise<string>} how a socket ended that was left as soon as it was open */
function shake(about) {
  const socket = openSocket(about)
  return new Promise((resolve) => {
    socket.once('open', () => setTimeout(() => socket.terminate(), 5))
    socket.once('unexpected-response', (_, { statusCode }) => {
      socket.terminate()
      resolve(`HTTP ${statusCode}`)
    })
    socket.once('error', () => {}) // it is closed after it
    socket.once('close', (code) => resolve(`closed with ${code}`))
  })
}

function count(counts, name) {
  counts[name] = (counts[name] ?? 0) + 1
}
