import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtPrograms, publishedPrograms } from './builtProgram.js'

/** The server and the keeper in processes of their own, which works in a folder of a test's own. */
export interface BuiltServer {
  readonly folder: string
  start(call: {
    /** the server, if left out */
    program?: 'server' | 'keeper' | undefined
    args?: readonly string[] | undefined
    env?: Record<string, string> | undefined
  }): StartedProcess
  /** Ends what was started of it, at once. */
  killAll(): Promise<void>
  remove(): Promise<void>
}

/** One process of it. */
export interface StartedProcess {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
  /** resolves with the first line that matches */
  line(pattern: RegExp): Promise<RegExpExecArray>
}

/** The line that a server writes once it answers; the first group is its port. */
export const listening = /"port":(\d+).*"msg":"listening"/

/**
 * Gives the built server a folder of a test's own; nothing in the product imports this.
 * @param options.asPublished - with what npm installs outside of it, which takes half a second more at each start
 */
export async function buildServer({ asPublished = false } = {}): Promise<BuiltServer> {
  const programs = await (asPublished ? publishedPrograms() : builtPrograms())
  const folder = await mkdtemp(join(tmpdir(), 'foyer-built-'))
  let started: StartedProcess[] = []
  const killAll = async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    started = []
  }
  return {
    folder,
    start({ program = 'server', args = [], env = {} }) {
      // As the tests themselves: its embedded database isn't compiled a second time.
      const one = watch(spawn(process.execPath, ['--liftoff-only', programs[program], ...args], { env, cwd: folder }))
      started.push(one)
      return one
    },
    killAll,
    async remove() {
      await killAll()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function watch(child: ChildProcess): StartedProcess {
  let output = ''
  const watchers: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      for (const look of watchers) look()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const line = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output)
        if (found) resolve(found)
      }
      watchers.push(look)
      look()
      void ended.then(() => reject(new Error(`It ended without saying so: ${output}`)))
    })
  return { child, ended, output: () => output, line }
}
