import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { unusedPort } from '@foyer/stack'
import { againIfTaken } from './againIfTaken.js'
import { untilReady } from './untilReady.js'

/** A Redis of a test's own. */
export interface RunningRedis {
  readonly url: string
  /** Returns its output. */
  log(): string
  /** Kills it without notice, like a lost machine. */
  kill(): Promise<void>
  /** Brings it back at the same address, empty. */
  restart(): Promise<void>
  /** Leaves it there and deaf, until `thaw`. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/**
 * Starts a Redis for tests, with arguments of its own where they are given; nothing in the product imports this.
 * @throws when no Redis is installed: a test that can't have one fails, it isn't skipped
 */
export async function startRedis({
  args: own = [],
}: {
  args?: readonly string[] | undefined
} = {}): Promise<RunningRedis> {
  const binary = findBinary()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-redis-'))
  let written = ''
  const start = async (port: number) => {
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
      ...own,
    ]
    const server = spawn(binary, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
    server.stdout.on('data', (chunk: Buffer) => {
      written += chunk
    })
    await untilReady({ name: 'Redis', server, output: 'stdout', says: 'Ready to accept connections', ended })
    return { server, ended, port }
  }
  let running = await againIfTaken(async () => start(await unusedPort()))
  const { port } = running
  const kill = async () => {
    running.server.kill('SIGKILL')
    await running.ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    log: () => written,
    restart: async () => {
      running = await start(port)
    },
    freeze: () => void running.server.kill('SIGSTOP'),
    thaw: () => void running.server.kill('SIGCONT'),
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function findBinary(): string {
  const folders = ['/usr/bin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    'No Redis was found on this machine, and these tests need a real one. Install it, for example with `apt-get install -y redis-server`, or put it on the PATH.',
  )
}
