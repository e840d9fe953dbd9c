// npm run bench:relay [-- --sockets 5000 --rate 500 --seconds 20]: two nodes of the relay on one Redis, many sockets that only
// listen, pairs that talk, and one of the nodes killed in the middle; writes benchmarks/RELAY.md.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { loadRelayClient } from './relayClient.mjs'
import { startNode } from './serverProcess.mjs'
import { startStores } from './serverStores.mjs'

const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual
const sockets = option('sockets', 5_000)
const rate = option('rate', 500)
const seconds = option('seconds', 20)
const pairs = 50
const aud = 'wss://relay.example'

await build([
  'packages/core',
  'packages/evm',
  'packages/solana',
  'packages/bitcoin',
  'packages/embedded',
  'stack',
  'apps/server',
])
const { connectClient, clientKey } = await loadRelayClient()
const stores = await startStores()
const nodes = []
try {
  const results = report(await measure())
  console.log(results)
  await writeFile(`${root}benchmarks/RELAY.md`, results)
  await run(tool('biome'), ['format', '--write', 'benchmarks/RELAY.md'], { quiet: true })
} finally {
  await Promise.all(nodes.map((node) => node.kill()))
  await stores.stop()
}

async function measure() {
  const env = {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    PICTURES_DIR: `${tmpdir()}/foyer-pictures`,
    PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo' }]),
    RELAY_URLS: aud,
    // All of them are one client here.
    RELAY_SOCKETS_PER_CLIENT: '100000',
    RELAY_MESSAGES_PER_SECOND: '2000',
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '1000000',
  }
  const [one, other] = await Promise.all([startNode({ isPinned: false, env }), startNode({ isPinned: false, env })])
  nodes.push(one, other)
  const connect = (node, more = {}) => connectClient({ url: node.url, claims: { aud }, ...more })
  const alone = one.usage().residentBytes

  const openedAt = performance.now()
  const idle = []
  while (idle.length < sockets) {
    const some = Array.from({ length: Math.min(50, sockets - idle.length) }, async (_, index) => {
      const client = await connect(index % 2 === 0 ? one : other)
      await client.subscribe([topic()])
      return client
    })
    idle.push(...(await Promise.all(some)))
  }
  const openMs = performance.now() - openedAt
  const withSockets = one.usage().residentBytes

  const talks = await Promise.all(Array.from({ length: pairs }, () => openTalk({ one, other, connect })))
  const begin = { at: performance.now(), one: one.usage(), other: other.usage() }
  const half = (seconds / 2) * 1000
  await talk({ talks, forMs: half })
  const delivered = latencies(talks)
  const shares = [one, other].map((node, index) => {
    const { cpuMs } = index === 0 ? begin.one : begin.other
    return (node.usage().cpuMs - cpuMs) / (performance.now() - begin.at)
  })

  // The pages talk on, on the node that lives; the wallets' node is gone in the middle of it.
  const killed = sleep(half / 2).then(async () => {
    await other.kill()
    await Promise.all(talks.map((each) => each.back(one)))
  })
  await Promise.all([talk({ talks, forMs: half }), killed])
  const settledBy = performance.now() + 15_000
  while (talks.some((each) => each.had.size < each.said) && performance.now() < settledBy) await sleep(50)
  const count = (of) => talks.reduce((sum, each) => sum + of(each), 0)
  const outcome = {
    said: count(({ said }) => said),
    lost: count(({ said, had }) => said - had.size),
    twiceOnASocket: count(({ sockets: each }) =>
      each.reduce((sum, pushed) => sum + pushed.length - new Set(pushed.map(({ message }) => message)).size, 0),
    ),
    again: count(({ sockets: each, had }) => each.reduce((sum, pushed) => sum + pushed.length, 0) - had.size),
  }
  const residentBytes = one.usage().residentBytes
  for (const client of [...idle, ...talks.flatMap(({ clients }) => clients)]) client.socket.terminate()
  return { openMs, alone, withSockets, delivered, shares, outcome, residentBytes }
}

function topic() {
  return randomBytes(32).toString('hex')
}

/** A page on the one node and its wallet on the other; every message says when it was sent. */
async function openTalk({ one, other, connect }) {
  const key = clientKey()
  const about = topic()
  const had = new Map()
  const onPushed = (message) => {
    if (!had.has(message)) had.set(message, performance.now() - Number(message.split(' ')[1]))
  }
  const dapp = await connect(one)
  const wallet = await connect(other, { key, onPushed })
  await wallet.subscribe([about])
  const state = { dapp, about, had, said: 0, clients: [dapp, wallet], sockets: [wallet.pushed] }
  return Object.assign(state, {
    async back(node) {
      const next = await connect(node, { key, onPushed })
      state.sockets.push(next.pushed)
      state.clients.push(next)
      await next.subscribe([about])
    },
  })
}

/** At a steady rate, whatever the answers do. */
async function talk({ talks, forMs }) {
  const startedAt = performance.now()
  const answers = []
  let sent = 0
  while (performance.now() - startedAt < forMs) {
    const due = ((performance.now() - startedAt) / 1000) * rate
    for (; sent < due; sent += 1) {
      const each = talks[sent % talks.length]
      // As large as a request of a usual transaction is when it is sealed.
      const message = `${each.said} ${performance.now()} ${'x'.repeat(1_500)}`
      each.said += 1
      answers.push(each.dapp.publish(each.about, message))
    }
    await sleep(5)
  }
  const refused = (await Promise.all(answers)).filter((answer) => answer !== true)
  if (refused.length > 0) throw new Error(`${refused.length} messages were refused: ${refused[0]}`)
}

function latencies(talks) {
  return talks.flatMap(({ had }) => [...had.values()]).sort((a, b) => a - b)
}

function report({ openMs, alone, withSockets, delivered, shares, outcome, residentBytes }) {
  const at = (share) => `${delivered[Math.floor((delivered.length - 1) * share)]?.toFixed(1)} ms`
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
  const figure = (number) => number.toLocaleString('en')
  return `# What the relay bears

Written by \`npm run bench:relay\`, on one machine (${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}): two nodes, their Redis,
PostgreSQL and all clients on the same cores. At the end ${Math.round(loadavg()[0] ?? 0)} processes wanted them.

| | |
| --- | ---: |
| sockets that only listen, on two nodes | ${figure(sockets)} |
| opened and subscribed in | ${(openMs / 1000).toFixed(1)} s |
| a node's resident memory, without them and with its half | ${megabytes(alone)}, ${megabytes(withSockets)} |
| messages a second, from a page on one node to its wallet on the other | ${figure(rate)} |
| from sending to having, half of them | ${at(0.5)} |
| 99 % | ${at(0.99)} |
| slowest | ${at(1)} |
| each node's share of a core | ${shares.map((share) => `${Math.round(share * 100)} %`).join(', ')} |
| resident memory at the end | ${megabytes(residentBytes)} |

Then the wallets' node is killed while the pages talk on, and its wallets come to the other one.

| | |
| --- | ---: |
| messages in all | ${figure(outcome.said)} |
| lost | ${figure(outcome.lost)} |
| twice on a socket | ${figure(outcome.twiceOnASocket)} |
| once more on the next socket, where the killed node had not noted that they were had | ${figure(outcome.again)} |
`
}
