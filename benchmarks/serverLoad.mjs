// npm run bench:server [-- --seconds 3600]: what the server bears (F23), on PostgreSQL and Redis, the server on one core and
// all else on the other; writes benchmarks/SERVER.md.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, getPriority, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { load } from './openLoop.mjs'
import { startNode } from './serverProcess.mjs'
import { startStores } from './serverStores.mjs'

const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 30
const project = { id: 'bench', name: 'Bench', allowedOrigins: ['https://dapp.example'] }
/** Reads that pages make at every visit; all of them know their answer. */
const paths = [
  '/v1/supported-chains?projectId=bench',
  '/projects/v1/origins?projectId=bench',
  '/getAnalyticsConfig?projectId=bench',
  '/getWallets?projectId=bench&page=1&entries=40',
]
const headers = { origin: 'https://dapp.example' }

await build(['packages/core', 'apps/server'])
const isPinned = pin()
const directory = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
const stores = await startStores()
try {
  const starts = await measureStarts()
  const steady = await measureSteady()
  const empty = await measureEmpty()
  const overload = await measureOverload()
  const results = report({ starts, steady, empty, overload })
  console.log(results)
  await writeFile(`${root}benchmarks/SERVER.md`, results)
  await run(tool('biome'), ['format', '--write', 'benchmarks/SERVER.md'], { quiet: true })
} finally {
  await stores.stop()
  await rm(directory, { recursive: true, force: true })
}

/** The load, PostgreSQL and Redis on the second core; the server gets the first. */
function pin() {
  if (process.platform !== 'linux' || cpus().length < 2) return false
  execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' })
  return true
}

/** From the process's start to its first answer, with a database of the server's own that is there already. */
async function measureStarts() {
  const times = []
  for (let turn = 0; turn < 6; turn++) {
    const startedAt = performance.now()
    const node = await startNode({ isPinned, env: { DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'warn' } })
    await fetch(`${node.url}/readyz`)
    if (turn > 0) times.push(performance.now() - startedAt) // the first one makes the tables
    await node.stop()
  }
  return times.sort((a, b) => a - b)
}

function environment(more) {
  return { DATABASE_URL: stores.databaseUrl, REDIS_URL: stores.redisUrl, PROJECTS: JSON.stringify([project]), ...more }
}

async function measureSteady() {
  const node = await startNode({
    isPinned,
    env: environment({ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '1000000' }),
  })
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

function report({ starts, steady, empty, overload }) {
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

## One client far above its limit: 2,000 a second where 100 are allowed

| | |
| --- | ---: |
| answers | ${statuses(overload.statuses)} |
| median | ${ms(overload.p50)} |
| 99 % | ${ms(overload.p99)} |
| the server's share of its core | ${share(overload.serverShare)} |

## From start to first answer, on a database of its own that is there

Median of ${starts.length}: ${ms(starts[Math.floor(starts.length / 2)])}; slowest: ${ms(starts.at(-1))}.
`
}
