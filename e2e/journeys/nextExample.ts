import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { type ExampleHost, end, exampleFolder, originOf } from './exampleHost.js'

const run = promisify(execFile)

interface NextExample {
  /** As it is built and served, or as it is worked on. */
  readonly mode: 'production' | 'development'
  readonly env: Readonly<Record<string, string>>
}

/**
 * Serves the example of Next's App Router by Next's own commands, at a port that is free.
 * @throws where it doesn't build, or ends before it serves
 */
export async function serveNext({ mode, env }: NextExample): Promise<ExampleHost> {
  const cwd = exampleFolder('next-app-router')
  const settings = { ...process.env, ...env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' }
  const next = (...args: string[]) => ['node_modules/next/dist/bin/next', ...args]
  if (mode === 'production') await run(process.execPath, next('build'), { cwd, env: settings })
  const command = mode === 'production' ? 'start' : 'dev'
  const server = spawn(process.execPath, next(command, '--hostname', 'localhost', '--port', '0'), {
    cwd,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { origin: await originOf(server), stop: () => end(server) }
}
