// node benchmarks/restingStack.mjs [--seconds 60]: what the local stack takes of a core while nobody uses it, all of its processes together, and how
// soon it knows of a transaction all the same; writes benchmarks/STACK.md. Linux alone tells what a process has used.
import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { root, run, tool } from '../scripts/processes.mjs'

const file = fileURLToPath(import.meta.url)
const option = (name, usual) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || usual

if (process.argv[2] === 'stack') await holdStack(process.argv[3])
else await measure()

/** The stack in a process of its own, as `npm start` has it; it ends when it is asked to. */
async function holdStack(directory) {
  const { startLocal } = await import('../scripts/local.mjs')
  const { stop, server, chains } = await startLocal({ directory })
  process.send({ server, chain: chains[0] })
  process.once('message', async () => {
    await stop()
    process.exit(0)
  })
}

async function measure() {
  const { build } = await import('../scripts/build.mjs')
  await build()
  const directory = await mkdtemp(join(tmpdir(), 'foyer-resting-'))
  const { scripts } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))
  const execArgv = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  const child = fork(file, ['stack', directory], { execArgv, env: { ...process.env, NODE_ENV: 'production' } })
  try {
    const stack = await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('close', () => reject(new Error('The stack ended before it was up.')))
    })
    await sleep(option('settle', 30) * 1000)
    const seconds = option('seconds', 60)
    const [before, began] = [await usedBy(child.pid), performance.now()]
    await sleep(seconds * 1000)
    const after = await usedBy(child.pid)
    const tookMs = performance.now() - began
    const rows = after.map(({ pid, name, ms }) => {
      const was = before.find((each) => each.pid === pid)?.ms ?? 0
      return { name, share: (ms - was) / tookMs }
    })
    const soonest = await untilKnown(stack)
    const results = report({ rows, seconds, soonest })
    console.log(results)
    await writeFile(`${root}benchmarks/STACK.md`, results)
    await run(tool('biome'), ['format', '--write', 'benchmarks/STACK.md'], { quiet: true })
  } finally {
    const ended = new Promise((resolve) => child.once('close', resolve))
    if (child.connected) child.send('end')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
}

/** What a process and all below it have used of a core by now. */
async function usedBy(first) {
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const all = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name stands in brackets and may hold spaces; behind it the parent is the 2nd field, user and system time are the 12th and 13th.
    const [, name, rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? []
    const fields = rest.split(' ')
    if (name)
      all.push({ pid: Number(pid), name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
  }
  const family = new Set([first])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  return all
    .filter(({ pid }) => family.has(pid))
    .map(({ pid, name, ticks }) => ({ pid, name, ms: (ticks / ticksPerSecond) * 1000 }))
}

/** Five times, each after a rest: from sending a transaction until the account's history has it. */
async function untilKnown({ server, chain }) {
  const [from, to] = await ask(chain.url, 'eth_accounts', [])
  const history = `${server}/v1/account/${from}/history?chainId=eip155:${chain.id}&projectId=foyer-demo&st=appkit&sv=html-core-1.7.6`
  const times = []
  for (let turn = 0; turn < 5; turn += 1) {
    await sleep(3_000)
    const began = performance.now()
    const hash = await ask(chain.url, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
    while (!(await (await fetch(history)).text()).includes(hash)) await sleep(5)
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)
}

async function ask(url, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return (await answer.json()).result
}

function report({ rows, seconds, soonest }) {
  const percent = (share) => `${(share * 100).toFixed(2)} %`
  const whole = rows.reduce((sum, { share }) => sum + share, 0)
  const ms = (time) => `${Math.round(time)} ms`
  return `# What the local stack takes

Written by \`node benchmarks/restingStack.mjs\` on one machine (${cpus().length} cores, ${process.platform}, Node ${process.versions.node}): all
processes of \`npm start\`, while nobody uses it, over ${seconds} s. The limit is 1 % of a core.

| process | of a core |
| --- | ---: |
${rows.map(({ name, share }) => `| \`${name}\` | ${percent(share)} |`).join('\n')}
| **all** | **${percent(whole)}** |

It rests between its looks: a node tells it of a new block. From sending a transaction until the server's history has it, after a rest, five times:
${ms(soonest[0])} to ${ms(soonest.at(-1))}, mostly ${ms(soonest[2])}.
`
}
