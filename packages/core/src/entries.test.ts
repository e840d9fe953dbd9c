import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const run = promisify(execFile)

interface Entry {
  readonly name: string
  readonly source: string
}

async function readEntries(): Promise<Entry[]> {
  const { exports }: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
    await readFile(new URL('package.json', root), 'utf8'),
  )
  return Object.entries(exports).flatMap(([path, conditions]) => {
    if (typeof conditions === 'string') return []
    const source = conditions['foyer-source']
    return source ? [{ name: path === '.' ? 'index' : path.slice(2), source: new URL(source, root).pathname }] : []
  })
}

/**
 * Runs in a plain Node process: whatever an import does beyond defining things makes it fail or shows in what it prints.
 * That there is no `window` may be seen: the query cache asks on import whether it is on a server.
 */
const probe = `
  const names = () => [globalThis, Object.prototype, Array.prototype, Function.prototype, Promise.prototype].map((each) => Reflect.ownKeys(each).map(String).sort())
  const forbid = (name) => { const was = globalThis[name]; globalThis[name] = new Proxy(was, { apply() { throw new Error(name) }, construct() { throw new Error(name) } }) }
  for (const name of ['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'MessageChannel', 'BroadcastChannel']) forbid(name)
  for (const name of ['document', 'navigator', 'localStorage', 'indexedDB', 'WebSocket'])
    Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error(name + ' was read') } })
  for (const stream of ['log', 'warn', 'error', 'info']) console[stream] = () => { throw new Error('console.' + stream) }
  const before = JSON.stringify(names())
  const exported = {}
  for (const file of process.argv.slice(1)) exported[file.split('/').at(-1)] = Object.keys(await import(file))
  if (JSON.stringify(names()) !== before) throw new Error('a global was touched')
  process.stdout.write(JSON.stringify({ exported, resources: process.getActiveResourcesInfo().filter((each) => each === 'Timeout' || each.includes('Wrap') && !/Pipe|TTY/.test(each)) }))
`

describe('the entries', () => {
  let folder: string
  let entries: Entry[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-entries-'))
    entries = await readEntries()
    await build({
      configFile: false,
      logLevel: 'error',
      root: root.pathname,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        minify: false,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: {
          input: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
          output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
        },
      },
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('[F24] importing any of them in plain Node has no side effect and touches no global', async () => {
    const files = entries.map(({ name }) => join(folder, `${name}.mjs`))
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', probe, ...files])
    expect(stderr).toBe('')
    const { exported, resources } = JSON.parse(stdout)
    expect(resources).toEqual([])
    expect(Object.keys(exported)).toHaveLength(entries.length)
  })
})

test('what each entry exports stands in exports.txt', async () => {
  const lines: string[] = []
  for (const { name, source } of await readEntries()) {
    const module: Record<string, unknown> = await import(/* @vite-ignore */ source)
    lines.push(...Object.keys(module).map((each) => `${name}: ${each}`))
  }
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('exports.txt')
})
