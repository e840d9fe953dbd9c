import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { migrationsFolder } from '../migrationsFolder.js'
import { packagedFolder } from '../packagedFolder.js'

/** The server as it is published, in a folder of a test's own. */
export interface BuiltServer {
  readonly folder: string
  start(call: { args?: readonly string[] | undefined; env?: Record<string, string> | undefined }): StartedProcess
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

/** What a server writes once it answers; the first group is its port. */
export const listening = /"port":(\d+).*"msg":"listening"/

const home = fileURLToPath(new URL('../..', import.meta.url))
/** What stays outside of the bundle: what the server itself has from the registry. Signatures are verified by packages of ours, with what those have. */
const external = /^(?!@foyer\/|@noble\/|@scure\/)[@a-z]/

/** Builds the server for tests of its process; nothing in the product imports this. */
export async function buildServer(): Promise<BuiltServer> {
  // Below the package, so that the bundle finds its dependencies where an installed one does.
  const cache = join(home, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'built-'))
  await cp(migrationsFolder(), join(folder, 'migrations'), { recursive: true })
  const shipped = packagedFolder({ name: 'directory', holds: 'wallets.json' })
  await cp(shipped, join(folder, 'directory'), { recursive: true })
  // The empty database of the build, if there was one: without it each first start takes two seconds more.
  const database = join(home, 'dist/database')
  if (existsSync(database)) await cp(database, join(folder, 'dist/database'), { recursive: true })
  const bundle = await rolldown({
    input: { main: join(home, 'src/main.ts'), start: join(home, 'src/start.ts') },
    platform: 'node',
    resolve: { conditionNames: ['foyer-source', 'import', 'default'] },
    external,
  })
  await bundle.write({ dir: join(folder, 'dist'), format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' })
  await bundle.close()
  let started: StartedProcess[] = []
  const killAll = async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    started = []
  }
  return {
    folder,
    start({ args = [], env = {} }) {
      // As the tests themselves: its embedded database isn't compiled a second time.
      const program = ['--liftoff-only', join(folder, 'dist/main.js')]
      const one = watch(spawn(process.execPath, [...program, ...args], { env, cwd: folder }))
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
