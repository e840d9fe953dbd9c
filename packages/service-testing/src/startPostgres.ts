import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { unusedPort } from '@foyer/stack'
import pg from 'pg'
import { againIfTaken } from './againIfTaken.js'
import { type ClusterOwner, emptyCluster } from './emptyCluster.js'
import { untilReady } from './untilReady.js'

/** A PostgreSQL of a test's own. */
export interface RunningPostgres {
  /** An address of an empty database on it; each call makes another. */
  createDatabase(): Promise<string>
  /** Returns its output. */
  log(): string
  /** Leaves it and its connections there and deaf, until `thaw`; only Linux lists its processes. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Stops it, ending all connections; `start` brings it back at the same address with its data. */
  halt(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)

/** PostgreSQL refuses to run as root, so root becomes `nobody`. */
const unprivileged: ClusterOwner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Starts a PostgreSQL for tests, with arguments of its own where they are given; nothing in the product imports this. It keeps its data in a folder that goes with it.
 * @throws when no PostgreSQL is installed: a test that can't have one fails, it isn't skipped
 */
export async function startPostgres({
  args = [],
  within = tmpdir(),
}: {
  args?: readonly string[] | undefined
  /** the folder that its own is made in */
  within?: string | undefined
} = {}): Promise<RunningPostgres> {
  const binaries = binariesFolder()
  const folder = await mkdtemp(join(within, 'foyer-postgres-'))
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const data = join(folder, 'data')
  const options = { ...unprivileged, cwd: folder }
  await run('cp', ['-a', await emptyCluster({ binaries, owner: unprivileged }), data])
  let written = ''
  const start = async (port: number) => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off']
    const given = settings.flatMap((setting) => ['-c', setting])
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...args, ...given], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server.stderr?.on('data', (chunk: Buffer) => {
      written += chunk
    })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    await untilReady({ name: 'PostgreSQL', server, output: 'stderr', says: 'ready to accept connections', ended })
    return { server, ended, port }
  }
  let running = await againIfTaken(async () => start(await unusedPort()))
  const { port } = running
  const frozen = new Set<number>()
  const freeze = async () => {
    const { pid = 0 } = running.server
    // The first of them starts the others: stopped before they are listed, it starts none meanwhile.
    process.kill(pid, 'SIGSTOP')
    frozen.add(pid)
    // The list leaves some out where others end while it is read.
    for (let before = 0; before < frozen.size; ) {
      before = frozen.size
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      for (const each of children.trim().split(' ').filter(Boolean).map(Number)) {
        signalIfThere({ pid: each, name: 'SIGSTOP' })
        frozen.add(each)
      }
    }
  }
  // Those that were stopped, and not those that are listed now: one that stayed behind would hold its end up for ever.
  const thaw = async () => {
    for (const pid of frozen) signalIfThere({ pid, name: 'SIGCONT' })
    frozen.clear()
  }
  const halt = async () => {
    await thaw() // where a test that failed has left it frozen
    running.server.kill('SIGINT') // PostgreSQL's fast shutdown: it ends its connections itself
    await running.ended
  }
  const stop = async () => {
    await halt()
    await rm(folder, { recursive: true, force: true })
  }
  const address = (name: string) => `postgres://foyer@127.0.0.1:${port}/${name}`
  let made = 0
  return {
    stop,
    halt,
    log: () => written,
    freeze,
    thaw,
    start: async () => {
      running = await start(port)
    },
    async createDatabase() {
      const name = `test_${++made}`
      const client = new pg.Client({ connectionString: address('postgres') })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return address(name)
    },
  }
}

/** One that has ended by itself meanwhile needs no signal. */
function signalIfThere({ pid, name }: { pid: number; name: 'SIGSTOP' | 'SIGCONT' }): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function binariesFolder(): string {
  const candidates = [
    ...['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`),
    '/opt/homebrew/opt/postgresql@15/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = candidates.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
  if (found !== undefined) return found
  throw new Error(
    'No PostgreSQL server (15 or newer) was found on this machine, and these tests need a real one. Install it, for example with `apt-get install -y postgresql`, or put its folder of programs on the PATH.',
  )
}
