// npm run bench:server [-- --seconds 3600 --nodes 1,2,4 --sockets 10000 --check]: what the server bears (F23), on PostgreSQL and Redis, the server on one
// core and all else on the other; writes benchmarks/SERVER.md. With --check it ends with 1 where a figure of F23 is missed.
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, getPriority, loadavg, tmpdir, totalmem } from 'node:os'
import { build } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { measureCodeChecks } from './codeChecks.mjs'
import { measureCore } from './coreWork.mjs'
import { measureCrowd } from './crowd.mjs'
import { load } from './openLoop.mjs'
import { loadRelayClient } from './relayClient.mjs'
import { startNode } from './serverProcess.mjs'
import { startStores } from './serverStores.mjs'

const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : process.argv[at + 1]
}
const seconds = Number(option('seconds', 30))
const sockets = Number(option('sockets', 10_000))
const nodeCounts = option('nodes', '1,2,4').split(',').map(Number)
const audience = 'wss://relay.example'
const unlimited = { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '1000000' }
const project = { id: 'bench', name: 'Bench', allowedOrigins: ['https://dapp.example'] }
/** Reads that pages make at every visit; all of them know their answer. */
const paths = [
  '/v1/supported-chains?projectId=bench',
  '/projects/v1/origins?projectId=bench',
  '/getAnalyticsConfig?projectId=bench',
  '/getWallets?projectId=bench&page=1&entries=40',
]
const headers = { origin: 'https://dapp.example' }

await build([
  'packages/core',
  'packages/evm',
  'packages/solana',
  'packages/bitcoin',
  'packages/embedded',
  'stack',
  'apps/server',
])
const isPinned = pin()
const stores = await startStores()
try {
  const steady = await measureSteady()
  const core = await measureCore({ isPinned, env: environment({}), paths, headers })
  const empty = await measureEmpty()
  const overload = await measureOverload()
  const crowd = await measureCrowd({ isPinned, env: environment(unlimited), project: project.id, headers })
  const codes = await measureCodeChecks({ isPinned, env: environment(unlimited), project: project.id, seconds: 20 })
  const idle = await measureIdle()
  const together = []
  for (const count of nodeCounts) together.push({ count, most: await measureTogether(count) })
  const results = report({ steady, core, empty, overload, crowd, codes, idle, together })
  console.log(results)
  await writeFile(`${root}benchmarks/SERVER.md`, results)
  await run(tool('biome'), ['format', '--write', 'benchmarks/SERVER.md'], { quiet: true })
  const missed = misses({ steady, core, overload, crowd, codes, idle })
  for (const miss of missed) console.error(`F23: ${miss}`)
  if (process.argv.includes('--check') && missed.length > 0) process.exitCode = 1
} finally {
  await stores.stop()
}

/** The load, PostgreSQL and Redis on the second core; the server gets the first. */
function pin() {
  if (process.platform !== 'linux' || cpus().length < 2) return false
  execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' })
  return true
}

function environment(more) {
  return {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    PICTURES_DIR: `${tmpdir()}/foyer-pictures`,
    PROJECTS: JSON.stringify([project]),
    ...more,
  }
}

async function measureSteady() {
  const node = await startNode({ isPinned, env: environment(unlimited) })
  const targets = paths.map((path) => ({ url: node.url, path, headers }))
  await load({ targets, perSecond: 500, seconds: 5 })
  const before = node.usage()
  const measured = await load({ targets, perSecond: 1_000, seconds })
  const after = node.usage()
  const most = await mostPerSecond(targets)
  await node.stop()
  return {
    ...measured,
    most,
    serverShare: (after.cpuMs - before.cpuMs) / measured.elapsedMs,
    memory: [before.residentBytes, after.residentBytes],
  }
}

/** The highest rate, in steps, at which 99 % of the answers come within 100 ms. */
async function mostPerSecond(targets) {
  let held = 0
  for (let perSecond = 1_000; perSecond <= 10_000; perSecond += 500) {
    const { p99, statuses } = await load({ targets, perSecond, seconds: 4 })
    if (p99 > 100 || Object.keys(statuses).join() !== '200') break
    held = perSecond
  }
  return held
}

/** What a server that does nothing takes at the same moment, so that the machine's own share can be told apart. */
async function measureEmpty() {
  const node = await startNode({ isPinned, script: 'benchmarks/emptyServer.mjs' })
  const measured = await load({
    targets: paths.map((path) => ({ url: node.url, path, headers })),
    perSecond: 1_000,
    seconds: 10,
  })
  await node.stop()
  return measured
}

/** The same for nodes that share the first core: what a node costs by itself, and what they cost each other at the stores. */
async function measureTogether(count) {
  const env = environment(unlimited)
  const nodes = await Promise.all(Array.from({ length: count }, () => startNode({ isPinned, env })))
  const targets = paths.flatMap((path) => nodes.map(({ url }) => ({ url, path, headers })))
  // Compiled and with their lists drawn, as nodes are that have run for a while.
  await load({ targets, perSecond: 500, seconds: 12 })
  const most = await mostPerSecond(targets)
  const residentBytes = nodes.map((node) => node.usage().residentBytes)
  await Promise.all(nodes.map((node) => node.stop()))
  return { perSecond: most, residentBytes: Math.max(...residentBytes) }
}

/** Sockets of the relay that only listen, and a visitor beside them. */
async function measureIdle() {
  const { clientKey, connectClient } = await loadRelayClient()
  const more = { RELAY_URLS: audience, RELAY_SOCKETS_PER_CLIENT: '100000', ...unlimited }
  const node = await startNode({ isPinned, env: environment(more) })
  const key = clientKey()
  const before = node.usage().residentBytes
  const open = []
  while (open.length < sockets) {
    const some = Array.from({ length: Math.min(100, sockets - open.length) }, () =>
      connectClient({ url: node.url, key, query: { projectId: 'bench' }, claims: { aud: audience } }),
    )
    open.push(...(await Promise.all(some)))
  }
  const during = node.usage()
  const beside = await load({
    targets: paths.map((path) => ({ url: node.url, path, headers })),
    perSecond: 100,
    seconds: 10,
  })
  const after = node.usage()
  const stillOpen = open.filter(({ socket }) => socket.readyState === 1).length
  for (const { socket } of open) socket.terminate()
  await node.stop()
  const bytesEach = (during.residentBytes - before) / sockets
  return { ...beside, stillOpen, bytesEach, residentBytes: after.residentBytes }
}

/** Which figures of F23 aren't reached. */
function misses({ steady, core, overload, crowd, codes, idle }) {
  const [begun, ended] = steady.memory
  const said = [
    [steady.p99 < 100, `99 % of 1,000 reads a second took ${Math.round(steady.p99)} ms`],
    [Object.keys(steady.statuses).join() === '200', `reads were answered ${JSON.stringify(steady.statuses)}`],
    [
      core.share >= 0.5,
      `a second of a core is ${Math.round(core.server)} reads, and ${Math.round(core.bare)} of a bare route`,
    ],
    [overload.p99 < 50, `99 % of the answers under overload took ${Math.round(overload.p99)} ms`],
    [Object.keys(overload.statuses).every((each) => ['200', '429', '503'].includes(each)), 'overload broke answers'],
    [Object.keys(crowd.statuses).join() === '200,503', `a crowd was answered ${JSON.stringify(crowd.statuses)}`],
    [crowd.p99Of[503] < 50, `99 % of the 503s took ${Math.round(crowd.p99Of[503] ?? Number.NaN)} ms`],
    [codes.p99 < 250, `99 % of 200 code checks a second took ${Math.round(codes.p99)} ms`],
    [Object.keys(codes.statuses).join() === '200', `codes were answered ${JSON.stringify(codes.statuses)}`],
    [idle.stillOpen === sockets, `${idle.stillOpen} of ${sockets} sockets stayed open`],
    // What the first minutes take isn't growth: an hour is what the requirement names.
    [seconds < 3_600 || ended < begun * 1.05, `memory went from ${begun} to ${ended} bytes`],
  ]
  return said.flatMap(([isHeld, sentence]) => (isHeld ? [] : [sentence]))
}

async function measureOverload() {
  const node = await startNode({
    isPinned,
    env: environment({ RATE_LIMIT_PER_SECOND: '100', RATE_LIMIT_BURST: '100' }),
  })
  const targets = paths.map((path) => ({ url: node.url, path, headers }))
  await load({ targets, perSecond: 500, seconds: 2 })
  const before = node.usage()
  const measured = await load({ targets, perSecond: 2_000, seconds: 10 })
  const after = node.usage()
  await node.stop()
  return { ...measured, serverShare: (after.cpuMs - before.cpuMs) / measured.elapsedMs }
}

function report({ steady, core, empty, overload, crowd, codes, idle, together }) {
  const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  const share = (value) => `${Math.round(value * 100)} %`
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
  const statuses = (counts) =>
    Object.entries(counts)
      .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
      .join(', ')
  const [begun, ended] = steady.memory
  const where = isPinned
    ? 'The server has one core; the load, PostgreSQL and Redis share another.'
    : 'Nothing is pinned to a core.'
  return `# What the server bears

Written by \`npm run bench:server\`, on one machine (${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}), all on
loopback, with PostgreSQL and Redis. ${where} At the end ${loadavg()[0]?.toFixed(0)} processes wanted its cores; ours had the priority (nice) ${getPriority()}. A request's time counts from when it was due, so that a server that stands
still doesn't look fast.

## Cached reads: 1,000 a second for ${seconds} s

Networks, origins, analytics switch and a page of 40 wallets, in turn.

| | the server | a server that does nothing |
| --- | ---: | ---: |
| answers | ${statuses(steady.statuses)} | ${statuses(empty.statuses)} |
| median | ${ms(steady.p50)} | ${ms(empty.p50)} |
| 99 % | ${ms(steady.p99)} | ${ms(empty.p99)} |
| slowest | ${ms(steady.slowest)} | ${ms(empty.slowest)} |
| the server's share of its core | ${share(steady.serverShare)} | |
| the load's share of its own | ${share(steady.loadShare)} | ${share(empty.loadShare)} |
| resident memory, begin and end | ${megabytes(begun)}, ${megabytes(ended)} | |
| the most a second with 99 % within 100 ms | ${steady.most.toLocaleString('en')} | |

In a second of its core's time, whatever else the machine does, the server answers ${Math.round(core.server).toLocaleString('en')} of these reads, for a hundred visitors of four projects, counted in Redis; a
bare Hono route that gives the same answers on the same core, in turn with it, ${Math.round(core.bare).toLocaleString('en')}: ${share(core.share)}. Half of that is what is wanted.

## One client far above its limit: 2,000 a second where 100 are allowed

| | |
| --- | ---: |
| answers | ${statuses(overload.statuses)} |
| median | ${ms(overload.p50)} |
| 99 % | ${ms(overload.p99)} |
| the server's share of its core | ${share(overload.serverShare)} |

## Many visitors, and a slow node of a network: 1,000 calls a second where it answers 500

Each comes from one of 50 addresses, none of which is above its own limit. The server passes 384 on at the same time and refuses the others at once.

| | |
| --- | ---: |
| answers | ${statuses(crowd.statuses)} |
| 99 % of the 503s | ${ms(crowd.p99Of[503] ?? Number.NaN)} |
| the slowest 503 | ${ms(crowd.slowestOf[503] ?? Number.NaN)} |
| the slowest 200, which waited for the node | ${ms(crowd.slowestOf[200] ?? Number.NaN)} |

## Codes of logins: 200 checks a second

Each is a visitor's own at a device of their own, who asks for a nonce and signs the code over it; the answer begins a session, which PostgreSQL holds by then.

| | |
| --- | ---: |
| answers | ${statuses(codes.statuses)} |
| median | ${ms(codes.p50)} |
| 99 % | ${ms(codes.p99)} |
| slowest | ${ms(codes.slowest)} |
| the server's share of its core | ${share(codes.serverShare)} |
| the load's share of its own | ${share(codes.loadShare)} |

## Sockets that only listen, on one node

| | |
| --- | ---: |
| open, after ten seconds of visitors beside them | ${idle.stillOpen.toLocaleString('en')} of ${sockets.toLocaleString('en')} |
| memory of each | ${Math.round(idle.bytesEach / 1024)} KiB |
| the node's resident memory | ${megabytes(idle.residentBytes)} |
| 100 reads a second beside them, 99 % | ${ms(idle.p99)} |

## Several nodes

They share one core, as there are two in all, so this is what they cost each other and not what more machines bear.

| nodes | the most cached reads a second with 99 % within 100 ms | resident memory of the largest |
| ---: | ---: | ---: |
${together.map(({ count, most }) => `| ${count} | ${most.perSecond.toLocaleString('en')} | ${megabytes(most.residentBytes)} |`).join('\n')}
`
}
