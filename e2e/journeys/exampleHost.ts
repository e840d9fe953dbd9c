import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { preview } from 'vite'

const run = promisify(execFile)

/** Where an example is. */
export const exampleFolder = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

/** A window in which a signature takes several lines. */
export const phone = { width: 390, height: 844 }

/** In the page: how much of it is beyond the window's side. */
export const wider = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** An example as it is served. */
export interface ExampleHost {
  readonly origin: string
  stop(): Promise<void>
}

/**
 * Builds an example of Vite's by its own configuration, with what its `.env` would say, and serves it.
 * @throws where it doesn't build
 */
export async function serveExample({
  root,
  env,
}: {
  /** Its folder, in which what it needs is installed. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
}): Promise<ExampleHost> {
  const outDir = await mkdtemp(join(tmpdir(), `foyer-${basename(root)}-`))
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir'], {
    cwd: root,
    // The tests' own NODE_ENV isn't what a host is built under.
    env: { ...process.env, ...env, NODE_ENV: 'production' },
  })
  const server = await preview({ root, build: { outDir }, preview: { host: '127.0.0.1', port: 0 }, logLevel: 'error' })
  const address = server.httpServer.address()
  if (typeof address !== 'object' || !address) throw new Error('The example is served at no port.')
  return {
    origin: `http://localhost:${address.port}`,
    async stop() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** Where a framework's own server says that it serves. */
export async function originOf(server: ChildProcess): Promise<string> {
  const lines: string[] = []
  if (server.stdout) {
    for await (const line of createInterface({ input: server.stdout })) {
      lines.push(line)
      const [origin] = /http:\/\/localhost:\d+/.exec(line) ?? []
      if (origin) {
        // What it says from here on isn't read, and must not fill the pipe.
        server.stdout.resume()
        return origin
      }
    }
  }
  throw new Error(`Nothing is served:\n${lines.join('\n')}`)
}

/** Ends such a server. */
export async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
