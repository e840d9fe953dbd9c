// npm run bench:start [-- --turns 5 --check]: how long the built server takes from its start to its first answer, and what it holds in memory
// then and at rest, with the embedded database: the first time, in an empty folder, afterwards, and where it was killed; writes benchmarks/START.md.
// With --check it ends with 1 where a start takes more than 2 s, or one after a kill more than F16's 5 s, or a server at rest more than 400 MB.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from '../scripts/build.mjs'
import { root, run, tool } from '../scripts/processes.mjs'
import { startNode } from './serverProcess.mjs'

const turns = Number(process.argv[process.argv.indexOf('--turns') + 1]) || 5
await build(['packages/core', 'apps/server'])
const rows = [
  { name: 'the first, in an empty folder', mostMs: 2_000, results: await measure({ isFirst: true }) },
  { name: 'afterwards', mostMs: 2_000, results: await measure() },
  { name: 'after it was killed', mostMs: 5_000, results: await measure({ isKilled: true }) },
]
const text = report()
console.log(text)
await writeFile(`${root}benchmarks/START.md`, text)
await run(tool('biome'), ['format', '--write', 'benchmarks/START.md'], { quiet: true })
const isMissed = rows.some(
  ({ mostMs, results }) => middle(results, 'tookMs') > mostMs || middle(results, 'restingBytes') > 400e6,
)
if (process.argv.includes('--check') && isMissed) process.exitCode = 1

async function measure({ isFirst = false, isKilled = false } = {}) {
  const results = []
  let folder = await mkdtemp(join(tmpdir(), 'foyer-start-'))
  const startOnce = async () => {
    const begun = performance.now()
    const node = await startNode({ isPinned: false, env: { DATA_DIR: folder, LOG_LEVEL: 'warn' } })
    await fetch(`${node.url}/readyz`)
    const tookMs = performance.now() - begun
    await sleep(5_000)
    const { cpuMs, residentBytes, mostResidentBytes } = node.usage()
    await (isKilled ? node.kill() : node.stop())
    return { tookMs, cpuMs, restingBytes: residentBytes, mostResidentBytes }
  }
  if (!isFirst) await startOnce()
  for (let turn = 0; turn < turns; turn += 1) {
    results.push(await startOnce())
    if (!isFirst) continue
    await rm(folder, { recursive: true, force: true })
    folder = await mkdtemp(join(tmpdir(), 'foyer-start-'))
  }
  await rm(folder, { recursive: true, force: true })
  return results
}

function middle(results, figure) {
  const all = results.map((result) => result[figure]).sort((a, b) => a - b)
  return all[Math.floor(all.length / 2)]
}

function report() {
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`
  const lines = rows.map(({ name, results }) => {
    const figures = [`${Math.round(middle(results, 'tookMs'))} ms`, `${Math.round(middle(results, 'cpuMs'))} ms`]
    const memory = ['mostResidentBytes', 'restingBytes'].map((figure) => megabytes(middle(results, figure)))
    return `| ${[name, ...figures, ...memory].join(' | ')} |`
  })
  return `# How the server starts

Written by \`npm run bench:start\` on one machine (${cpus().length} cores, ${process.platform}, Node ${process.versions.node}), with the embedded database: medians of ${turns}.
At the end ${Math.round(loadavg()[0] ?? 0)} processes wanted its cores.

| start | until the first answer | processor time, with five seconds after it | most memory | memory at rest |
| --- | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`
}
