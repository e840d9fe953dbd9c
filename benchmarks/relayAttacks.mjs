// npm run bench:attacks:relay [-- --sockets 10000 --seconds 15 --only batches,readers]: what one stranger does to the relay of the
// built server, one attack after the other, each on a server of its own with an honest pair beside it; prints a table.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../scripts/build.mjs'
import { loadRelayClient } from './relayClient.mjs'
import { startNode } from './serverProcess.mjs'

const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]?.split(',') : undefined
const seconds = option('seconds', 15)
const sockets = option('sockets', 10_000)
const aud = 'wss://relay.example'
const topic = () => randomBytes(32).toString('hex')

if (!process.argv.includes('--built'))
  await build(['packages/core', 'packages/evm', 'packages/solana', 'packages/bitcoin', 'apps/server'])
const { connectClient, openSocket } = await loadRelayClient()

const attacks = {
  /** 137 frames of batch publish, in as many keys as it takes. */
  async batches({ stranger }) {
    const answers = {}
    const until = performance.now() + seconds * 1_000
    for (let frame = 0; frame < 137 && performance.now() < until; frame += 1) {
      const client = await stranger()
      const message = 'x'.repeat(1_900)
      const messages = Array.from({ length: 100 }, () => ({ topic: topic(), message, ttl: 2_592_000, tag: 1108 }))
      count(answers, await client.request('irn_batchPublish', { messages }))
      client.socket.terminate()
    }
    return answers
  },
  /** 60 sockets that don't read what they ask for. */
  async readers({ stranger }) {
    const [publisher, topics] = [await stranger(), Array.from({ length: 8 }, topic)]
    for (const each of topics) {
      for (let index = 0; index < 5; index += 1) await publisher.publish(each, `${index} ${'x'.repeat(90_000)}`)
    }
    const idle = await Promise.all(Array.from({ length: 60 }, () => stranger({ acknowledges: false })))
    for (const { socket } of idle) socket.pause()
    const until = performance.now() + seconds * 1_000
    let id = Date.now() * 1_000
    while (performance.now() < until) {
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
    return { closed: idle.filter(({ socket }) => socket.readyState === 3).length }
  },
  /** 100,000 topics. */
  async topics({ stranger }) {
    const answers = {}
    for (let socket = 0; socket < 100; socket += 1) {
      const client = await stranger()
      for (const _ of [1, 2]) {
        const answer = await client.request('irn_batchSubscribe', { topics: Array.from({ length: 500 }, topic) })
        count(answers, Array.isArray(answer) ? 'subscribed' : answer)
      }
    }
    return answers
  },
  /** As many messages as fit on a few sockets. */
  async messages({ stranger }) {
    const clients = await Promise.all(Array.from({ length: 20 }, () => stranger()))
    const answers = {}
    const until = performance.now() + seconds * 1_000
    await Promise.all(
      clients.map(async ({ request }) => {
        while (performance.now() < until) {
          const message = 'x'.repeat(50_000)
          const some = Array.from({ length: 10 }, () =>
            request('irn_publish', { topic: topic(), message, ttl: 604_800, tag: 1108 }).catch(() => 'closed'),
          )
          for (const answer of await Promise.all(some)) count(answers, answer)
          if (answers.closed > 1_000) return
        }
      }),
    )
    return answers
  },
  /** Sockets opened and left, or refused and kept. */
  async handshakes({ node }) {
    const codes = {}
    const until = performance.now() + seconds * 1_000
    while (performance.now() < until) {
      const some = Array.from({ length: 50 }, (_, index) => {
        const query = index % 2 === 0 ? {} : { auth: 'x' }
        const socket = openSocket({ url: node.url, claims: { aud }, query, headers: strange })
        return new Promise((resolve) => {
          socket.once('open', () => setTimeout(() => socket.terminate(), 5))
          socket.once('error', () => {})
          socket.once('close', (code) => resolve(code))
        })
      })
      for (const code of await Promise.all(some)) count(codes, code)
    }
    return codes
  },
  /** Frames that are begun and never ended. */
  async halves({ stranger }) {
    const clients = await Promise.all(Array.from({ length: 190 }, () => stranger()))
    for (const { socket } of clients) socket.send('x'.repeat(250_000), { fin: false })
    await sleep(seconds * 1_000)
    return { sockets: clients.filter(({ socket }) => socket.readyState === 1).length }
  },
  /** Sockets that only are there, from many addresses. */
  async idle({ node }) {
    let open = 0
    let refused = 0
    const startedAt = performance.now()
    const connect = async (index) => {
      const headers = {
        'x-forwarded-for': `10.${Math.floor(index / 50_000)}.${Math.floor(index / 200) % 250}.${index % 200}`,
      }
      await connectClient({ url: node.url, claims: { aud }, headers }).then(
        () => (open += 1),
        () => (refused += 1),
      )
    }
    for (let index = 0; index < sockets; index += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, each) => connect(index + each)))
    }
    return { open, refused, 'seconds to open': Math.round((performance.now() - startedAt) / 1_000) }
  },
}

/** The stranger's address; the honest pair has another, and both are told by a proxy that is trusted. */
const strange = { 'x-forwarded-for': '198.51.100.7' }

// One start creates the database; what is measured are the next ones.
const folder = await temporaryFolder()
await (await start()).stop()

const rows = []
for (const [name, attack] of Object.entries(attacks)) {
  if (only !== undefined && !only.includes(name)) continue
  rows.push(await run({ name, attack }))
  console.log(rows.at(-1))
}
console.table(rows)

async function run({ name, attack }) {
  const node = await start()
  try {
    const rest = node.usage().residentBytes
    const pair = await honestPair(node)
    await pair.talk(2_000)
    const calm = pair.take()
    let isDone = false
    let most = rest
    const watching = (async () => {
      while (!isDone) {
        most = Math.max(most, node.usage().residentBytes)
        await sleep(50)
      }
    })()
    const talking = pair.talkUntil(() => isDone)
    const stranger = (more = {}) => connectClient({ url: node.url, claims: { aud }, headers: strange, ...more })
    const outcome = await attack({ node, stranger }).catch((error) => ({ failed: String(error?.message ?? error) }))
    isDone = true
    await Promise.all([watching, talking])
    const during = pair.take()
    await pair.talk(2_000)
    const after = pair.take()
    return {
      attack: name,
      ...figuresOf({ calm, during, after }),
      'MB at rest': megabytes(rest),
      'MB at most': megabytes(most),
      outcome: JSON.stringify(outcome),
    }
  } finally {
    await node.stop()
  }
}

function start() {
  return startNode({
    isPinned: false,
    env: {
      DATA_DIR: folder,
      PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo' }]),
      RELAY_URLS: aud,
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '1000000',
      LOG_LEVEL: 'error',
    },
  })
}

/** A page and its wallet: a message each 100 ms, with the time until the wallet has it. */
async function honestPair(node) {
  const headers = { 'x-forwarded-for': '203.0.113.5' }
  const had = new Map()
  const dapp = await connectClient({ url: node.url, claims: { aud }, headers })
  const onPushed = (message) => had.set(message, performance.now() - Number(message.split(' ')[1]))
  const wallet = await connectClient({ url: node.url, claims: { aud }, headers, onPushed })
  const about = topic()
  await wallet.subscribe([about])
  let said = 0
  let refused = 0
  const say = async () => {
    said += 1
    const answer = await dapp.publish(about, `${said} ${performance.now()} ${'x'.repeat(1_000)}`)
    if (answer !== true) refused += 1
    await sleep(100)
  }
  const talkUntil = async (isOver) => {
    while (!isOver()) await say()
    for (let tries = 0; had.size < said - refused && tries < 100; tries += 1) await sleep(20)
  }
  return {
    talkUntil,
    talk: (ms) => {
      const until = performance.now() + ms
      return talkUntil(() => performance.now() > until)
    },
    /** The figures since the last time. */
    take: () => {
      const all = [...had.values()].sort((a, b) => a - b)
      const taken = { lost: said - refused - had.size, refused, all }
      had.clear()
      said = 0
      refused = 0
      return taken
    },
  }
}

function figuresOf({ calm, during, after }) {
  const at = ({ all }, share) => `${Math.round(all[Math.floor((all.length - 1) * share)] ?? Number.NaN)} ms`
  return {
    'pair before': at(calm, 0.99),
    'pair beside (median, 99 %)': `${at(during, 0.5)}, ${at(during, 0.99)}`,
    'pair after': at(after, 0.99),
    'lost, refused': `${during.lost + after.lost}, ${during.refused + after.refused}`,
  }
}

function count(counts, name) {
  counts[name] = (counts[name] ?? 0) + 1
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6)
}

async function temporaryFolder() {
  const { mkdtemp } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  return mkdtemp(`${tmpdir()}/foyer-attacks-`)
}
