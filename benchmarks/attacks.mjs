// node benchmarks/attacks.mjs: what a hostile stranger does by HTTP to the built server, from the local machine only, each for
// seconds; beside it an honest visitor asks on, whose slowest answer and the server's memory are what counts.

import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../scripts/build.mjs'
import { startNode } from './serverProcess.mjs'

const origin = 'https://dapp.example'
const answerBytes = 13 * 1024 * 1024
const secondsOfEach = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 8
/** Strangers and the visitor have different addresses: all of 127.0.0.0/8 is this machine. */
const [stranger, visitor] = ['127.0.0.66', '127.0.0.1']

if (!process.argv.includes('--built'))
  await build(['packages/core', 'packages/evm', 'packages/solana', 'packages/bitcoin', 'apps/server'])
const directory = await mkdtemp(join(tmpdir(), 'foyer-attacks-'))
const upstream = await startUpstream()
const chains = join(directory, 'chains.json')
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
await writeFile(
  chains,
  JSON.stringify([{ id: 'eip155:5', name: 'One', nativeCurrency: ether, upstreams: [upstream.url] }]),
)
const project = { id: 'demo', name: 'Demo', allowedOrigins: [origin], analyticsEnabled: true }
const env = {
  DATA_DIR: join(directory, 'data'),
  CHAINS: chains,
  PROJECTS: JSON.stringify([project]),
  LOG_LEVEL: 'warn',
}
// The first start makes the tables, which takes memory of its own.
await (await startNode({ isPinned: false, env })).stop()
const node = await startNode({ isPinned: false, env })
const { port } = new URL(node.url)

try {
  console.log(`at rest: ${megabytes()} MB`)
  const rpc = (body) => post({ path: '/v1/?chainId=eip155:5&projectId=demo', body: JSON.stringify(body) })
  const call = (method) => ({ jsonrpc: '2.0', id: 1, method, params: [] })
  await measure('1,000 half-sent requests', () =>
    many(1_000, (socket) => socket.write(post({ path: '/e?projectId=demo', body: '{', length: 500 }))),
  )
  await measure('1,000 half-sent headers', () =>
    many(1_000, (socket) => socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-')),
  )
  await measure('200 header bombs of 1 MB', () =>
    many(200, (socket) =>
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${`X-A: ${'a'.repeat(1_000)}\r\n`.repeat(1_000)}`),
    ),
  )
  await measure('160 answers of 13 MB that nobody reads', () =>
    many(160, (socket) => socket.pause().write(rpc(call('eth_getLogs')))),
  )
  await measure('50 batches of 1,000 costly calls', () =>
    many(50, (socket) => socket.write(rpc(Array(1_000).fill(call('eth_getLogs'))))),
  )
  const event = () =>
    JSON.stringify({
      eventId: crypto.randomUUID(),
      url: '',
      domain: 'a',
      timestamp: 1,
      props: { type: 'track', event: 'A', properties: { text: 'aB1 '.repeat(15_000) } },
    })
  await measure('400 events of 60 KB', () =>
    many(400, (socket) => socket.write(post({ path: '/e?projectId=demo', body: event() }))),
  )
  await measure('2,000 guesses of project ids, each from another forged address', () =>
    many(200, (socket) => {
      for (let turn = 0; turn < 10; turn++)
        socket.write(
          `GET /v1/supported-chains?projectId=x${Math.random()} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.${turn}\r\n\r\n`,
        )
    }),
  )
  await sleep(2_000)
  console.log(`afterwards: ${megabytes()} MB`)
} finally {
  await node.kill()
  upstream.close()
  await rm(directory, { recursive: true, force: true })
}

/** Does it, and watches for some seconds. */
async function measure(name, attack) {
  const sockets = await attack()
  const statuses = new Map()
  for (const socket of sockets) {
    if (socket.isPaused()) continue
    socket.once('data', (data) => {
      const status = String(data).slice(9, 12)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })
  }
  const end = performance.now() + secondsOfEach * 1_000
  let slowest = 0
  let failures = 0
  let most = 0
  while (performance.now() < end) {
    const startedAt = performance.now()
    const answer = await fetch(`${node.url}/v1/supported-chains?projectId=demo`, { headers: { origin } }).catch(
      () => null,
    )
    slowest = Math.max(slowest, performance.now() - startedAt)
    if (answer?.status !== 200) failures += 1
    await answer?.arrayBuffer().catch(() => {})
    most = Math.max(most, megabytes())
    await sleep(50)
  }
  for (const socket of sockets) socket.destroy()
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'
  console.log(
    `${name}: most ${most} MB; the visitor's slowest ${Math.round(slowest)} ms, refused ${failures}; the stranger was answered ${answered}`,
  )
}

function many(count, begin) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: visitor, localAddress: stranger })
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      if (!socket.destroyed) begin(socket)
      return socket
    }),
  )
}

function post({ path, body, length = Buffer.byteLength(body) }) {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n${body}`
}

function megabytes() {
  return Math.round(node.usage().residentBytes / 1024 / 1024)
}

/** A node whose answers to eth_getLogs are large. */
async function startUpstream() {
  const part = Buffer.alloc(64 * 1024, 97)
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(String(Buffer.concat(chunks)))
    if (Array.isArray(body) || body.method !== 'eth_getLogs') {
      const one = ({ id }) => ({ jsonrpc: '2.0', id, result: '0x5' })
      return response.end(JSON.stringify(Array.isArray(body) ? body.map(one) : one(body)))
    }
    const gone = once(response, 'close')
    response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(body.id)},"result":"`)
    for (let sent = 0; sent < answerBytes && !response.destroyed; sent += part.byteLength) {
      if (!response.write(part)) await Promise.race([once(response, 'drain'), gone])
    }
    response.end('"}')
  })
  await new Promise((resolve) => server.listen(0, visitor, resolve))
  return {
    url: `http://${visitor}:${server.address().port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
