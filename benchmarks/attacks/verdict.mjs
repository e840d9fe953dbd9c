// What an attack may do to others, and the table of what it did.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { root, run, tool } from '../../scripts/processes.mjs'

const most = { slowestMs: 1_000, newcomerMs: 5_000, bytes: 600e6, bytesAfterwards: 450e6 }
/** An honest one whose usual answer, without an attack, takes longer than this has a slower machine, or one that others use. */
const usualMs = 5
const file = `${root}benchmarks/ATTACKS.md`

/**
 * @typedef {{ usualMs: number, slowestMs: number, refused: number, lost: number }} Beside what happened to the honest one; half its answers took `usualMs` at most
 * @typedef {{ status: number | null, ms: number }} Newcomer what one was answered who asked beside it, from another address, for what is asked of a node or an engine
 * @typedef {{ name: string, before?: string, calm: Beside, during: Omit<Beside, 'usualMs'>, restBytes: number, mostBytes: number, afterBytes: number, outcome: string, newcomers?: readonly Newcomer[] }} Row
 */

/** @param {{ usage: () => { residentBytes: number } }} node */
export const residentBytes = (node) => node.usage().residentBytes

/** Whether a server has let go of what an attack made it hold. What its heap has grown to it keeps for a while. */
export const isAtRest = ({ afterBytes }) => afterBytes < most.bytesAfterwards

/** How much longer than on a quiet machine anything may take: by what the honest one's answers took without the attack. @param {Row} row */
const slownessOf = ({ calm }) => Math.max(1, calm.usualMs / usualMs)

/** What an attack did that it must not. @param {Row} row */
function missesOf(row) {
  const { name, during, mostBytes, restBytes, afterBytes, outcome, newcomers = [] } = row
  const slowness = slownessOf(row)
  const newcomerMs = Math.round(most.newcomerMs * slowness)
  // An engine has a budget that all share.
  const isServed = ({ status, ms }) => status === 200 && ms < newcomerMs
  const said = [
    [during.slowestMs < most.slowestMs * slowness, `the honest one waited ${Math.round(during.slowestMs)} ms`],
    [during.refused === 0, `the honest one was refused ${during.refused} times`],
    [during.lost === 0, `the honest one got no answer ${during.lost} times`],
    [!/ × 500\b/.test(outcome), 'the attacker got faults of the server'],
    [newcomers.every(isServed), `not all beside it were served within ${newcomerMs} ms`],
    [mostBytes < most.bytes, `the server held ${megabytes(mostBytes)}`],
    [isAtRest(row), `the server held ${megabytes(restBytes)} before and ${megabytes(afterBytes)} afterwards`],
  ]
  return said.flatMap(([isHeld, sentence]) => (isHeld ? [] : [`${name}: ${sentence}`]))
}

/**
 * Prints the table of some attacks and, where all of them ran, writes it into benchmarks/ATTACKS.md, where those of the other script stand too.
 * With `--check` the process ends with 1 where one of them missed.
 * @param {{ title: string, words: string, rows: readonly Row[], isWhole: boolean }} options
 */
export async function giveVerdict({ title, words, rows, isWhole }) {
  const section = `## ${title}\n\n${words} On ${cpus().length} cores, with Node ${process.versions.node}; at the end ${Math.round(loadavg()[0] ?? 0)} processes wanted them.\n\n${tableOf(rows)}\n`
  console.log(section)
  if (isWhole) await writeSection({ title, section })
  const missed = rows.flatMap(missesOf)
  for (const miss of missed) console.error(miss)
  if (process.argv.includes('--check') && missed.length > 0) process.exitCode = 1
}

const head = `# What attacks do to others

Written by \`npm run bench:attacks\`, \`npm run bench:attacks:relay\` and \`npm run bench:attacks:keeper\`: the built server, one attacker and one honest visitor
on one machine, on loopback, each in a process of its own. The attacker gives way to the others, which have the machine's cores to themselves
otherwise. With \`--check\` they fail where the honest one waited for ${most.slowestMs.toLocaleString('en')} ms or was refused once, where one beside it wasn’t served by the same node or engine, or
only after ${most.newcomerMs.toLocaleString('en')} ms, where the server held ${megabytes(most.bytes)}, or where it still holds ${megabytes(most.bytesAfterwards)} afterwards. On a machine on which the honest one's usual answer takes more
than ${usualMs} ms without the attack, the times that are let pass are as many times longer. What was before are the figures of the server of October 2026,
before it had budgets; a dash where it wasn't tried.
`

async function writeSection({ title, section }) {
  const before = await readFile(file, 'utf8').catch(() => '')
  const others = before.split(/^(?=## )/m).filter((part) => part.startsWith('## ') && !part.startsWith(`## ${title}\n`))
  await writeFile(file, [head, ...[...others, section].sort()].join('\n'))
  await run(tool('biome'), ['format', '--write', 'benchmarks/ATTACKS.md'], { quiet: true })
}

function tableOf(rows) {
  const ms = (value) => `${Math.round(value)} ms`
  const lines = rows.map((row) => {
    const { name, before = '–', calm, during, restBytes, mostBytes, afterBytes, outcome } = row
    const got = outcome + besideIt(row)
    const memory = [restBytes, mostBytes, afterBytes].map(megabytes).join(', ')
    const verdict = missesOf(row).length === 0 ? 'holds' : '**misses**'
    const without = `${ms(calm.usualMs)}, ${ms(calm.slowestMs)}`
    return `| ${[name, before, without, ms(during.slowestMs), during.refused + during.lost, memory, got, verdict].join(' | ')} |`
  })
  return `| attack | before | the honest one without it: usual, slowest | slowest beside it | refused or lost | memory at rest, at most, afterwards | what the attacker got | |
| --- | --- | ---: | ---: | ---: | ---: | --- | --- |
${lines.join('\n')}`
}

function besideIt({ newcomers }) {
  if (newcomers === undefined) return ''
  const served = newcomers.filter(({ status }) => status === 200)
  const slowest = Math.max(0, ...served.map(({ ms }) => ms)) / 1_000
  return `; of ${newcomers.length} who asked the same node or engine beside it ${served.length} were served, the slowest after ${slowest.toFixed(1)} s`
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`
}
