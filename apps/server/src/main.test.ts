import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from './migrationsFolder.js'
import { packagedFolder } from './packagedFolder.js'

const home = fileURLToPath(new URL('..', import.meta.url))
/** What stays outside of the bundle: whatever is installed from the registry. */
const external = /^(?!@foyer\/)[@a-z]/

let folder: string
let children: Started[] = []
beforeAll(async () => {
  // Below the package, so that the bundle finds its dependencies where an installed one does.
  const cache = join(home, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'main-test-'))
  await cp(migrationsFolder(), join(folder, 'migrations'), { recursive: true })
  const shipped = packagedFolder({ name: 'directory', holds: 'wallets.json' })
  await cp(shipped, join(folder, 'directory'), { recursive: true })
  const bundle = await rolldown({
    input: { main: join(home, 'src/main.ts'), start: join(home, 'src/start.ts') },
    platform: 'node',
    resolve: { conditionNames: ['foyer-source', 'import', 'default'] },
    external,
  })
  await bundle.write({ dir: join(folder, 'dist'), format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' })
  await bundle.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(async () => {
  for (const { child } of children) child.kill('SIGKILL')
  await Promise.all(children.map(({ ended }) => ended))
  children = []
})

interface Started {
  child: ChildProcess
  ended: Promise<number | null>
  output(): string
  /** resolves with the first line that matches */
  line(pattern: RegExp): Promise<RegExpExecArray>
}

function start({ args = [], env = {} }: { args?: string[]; env?: Record<string, string> }): Started {
  const child = spawn(process.execPath, [join(folder, 'dist/main.js'), ...args], { env, cwd: folder, stdio: 'pipe' })
  let output = ''
  const watchers: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      for (const watch of watchers) watch()
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
  const started = { child, ended, output: () => output, line }
  children.push(started)
  return started
}

const listening = /"port":(\d+).*"msg":"listening"/

test.each(['SIGTERM', 'SIGINT'] as const)('the built server answers, and ends with 0 on %s', async (signal) => {
  const server = start({ args: ['serve'], env: { PORT: '0', DATA_DIR: join(folder, 'data'), PROJECTS: '[]' } })
  const [, port] = await server.line(listening)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  server.child.kill(signal)
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('"finished":true,"msg":"stopped"')
})

test('its folder serves one server at a time', async () => {
  const env = { PORT: '0', DATA_DIR: join(folder, 'data') }
  const first = start({ env })
  await first.line(listening)
  const second = start({ env })
  expect(await second.ended).toBe(1)
  expect(second.output()).toMatch(/^The data in .* is already in use \(process \d+\)\. .*DATA_DIR/)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const third = start({ env })
  await third.line(listening)
})

test('configuration that is wrong ends it at once, in sentences and without values', async () => {
  const server = start({ env: { PORT: 'canary', DATABASE_URL: 'mysql://canary', CHAINS: '/nowhere/canary.json' } })
  expect(await server.ended).toBe(1)
  expect(server.output()).toBe(`The server can't start:
- PORT must be a whole number from 0 to 65535.
- DATABASE_URL must be an address that begins with postgres://.
- CHAINS names a file that can't be read (ENOENT).
`)
})

test('it says how it is called', async () => {
  const help = start({ args: ['--help'] })
  expect([await help.ended, help.output()]).toEqual([0, expect.stringContaining('Usage: foyer-server')])
  const wrong = start({ args: ['fly'] })
  expect([await wrong.ended, wrong.output()]).toEqual([2, expect.stringContaining('Usage: foyer-server')])
})
