import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdPort } from '../scripts/ports.mjs'
import { root } from '../scripts/processes.mjs'

/**
 * Starts the built server in a process of its own, on the first core where it is to be pinned, and waits for its first answer.
 * It logs as usual, into nothing. Another script takes its place for a comparison, or another of its commands.
 * @param {{ isPinned: boolean, env?: Record<string, string>, script?: string, args?: readonly string[] }} options
 */
export async function startNode({ isPinned, env = {}, script = 'apps/server/dist/main.js', args: said = [] }) {
  const { port, release } = await holdPort()
  await release()
  // As the image starts it.
  const flags = ['--single-threaded-gc', '--max-semi-space-size=8', '--max-old-space-size=448']
  const main = [process.execPath, ...flags, `${root}${script}`, ...said]
  const [command, ...args] = isPinned ? ['taskset', '-c', '0', ...main] : main
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, PORT: String(port), KEEPER_PORT: String(port), NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let hasEnded = false
  const ended = new Promise((resolve) => child.once('close', resolve)).then(() => {
    hasEnded = true
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url))) {
    if (hasEnded) throw new Error('The server ended before it answered.')
    await sleep(5)
  }
  return {
    url,
    usage: () => usageOf(child.pid),
    /** At once, as a lost machine would go. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const answers = (url) =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** @type {number | undefined} */
let ticksPerSecond

/** What a process has used of a core, and what it holds in memory; Linux alone tells. */
function usageOf(pid) {
  if (process.platform !== 'linux')
    return { cpuMs: Number.NaN, residentBytes: Number.NaN, mostResidentBytes: Number.NaN }
  // After the name in brackets, which may hold spaces: user and system time are the 12th and 13th, in ticks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  return {
    cpuMs: ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000,
    residentBytes: bytesOf('VmRSS'),
    mostResidentBytes: bytesOf('VmHWM'),
  }
}
