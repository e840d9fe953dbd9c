import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Rolldown, build as vite } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsOf } from './imports.js'
import { pack } from './pack.mjs'
import { root, run, tool } from './processes.mjs'
import { catalog, kitPackages, manifestOf, packageManager } from './workspace.mjs'

/** What a stranger's project has beside the kit. */
const beside = ['react', 'react-dom', '@types/react', '@types/react-dom', 'typescript', 'viem']

let project = ''
let entries: readonly string[] = []
const inProject = (path: string) => join(project, path)
const installed = (name: string) => inProject(`node_modules/${name}`)

/** Libraries that a dapp has already, of the versions that the kit is tested with; the entry for ethers 5 is for who has that instead. */
const bridged = ['ethers', '@wagmi/core']
const ofOthers: readonly string[] = ['@foyer/evm/ethers-5']

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'foyer-packed-'))
  const all = await pack()
  const packed = kitPackages.flatMap((name) => all[name] ?? [])
  await cp(join(root, 'scripts/consumer'), inProject('.'), { recursive: true })
  for (const [path, code] of Object.entries(await documented())) {
    await mkdir(dirname(inProject(path)), { recursive: true })
    await writeFile(inProject(path), code)
  }
  await writeFile(inProject('package.json'), JSON.stringify(await manifest(packed)))
  // The kit's own packages aren't at the registry yet, so that those which need each other are given each other.
  await writeFile(inProject('pnpm-workspace.yaml'), JSON.stringify({ overrides: tarballs(packed) }))
  const { code, output } = await run(
    'npx',
    ['--yes', await packageManager(), '--dir', project, 'install', '--prefer-offline', '--ignore-scripts'],
    { quiet: true, env: { CI: 'true' } },
  )
  if (code !== 0) throw new Error(output)
  entries = (await Promise.all(kitPackages.map(entriesOf))).flat().filter((entry) => !ofOthers.includes(entry))
})

afterAll(() => rm(project, { recursive: true, force: true }))

describe('the packed packages, installed in a project of somebody else', () => {
  test.each([
    // FOYER_FULL=1: as Node resolves them, which `npm run check` asks of every entry.
    ...(process.env.FOYER_FULL ? [{ module: 'nodenext', moduleResolution: 'nodenext', include: ['readmes'] }] : []),
    // Frameworks leave endings out, which a bundler finds.
    { module: 'esnext', moduleResolution: 'bundler', include: ['readmes', 'serverRendering'] },
  ])('have types that hold under the strictest settings ($moduleResolution)', async ({ include, ...resolution }) => {
    const compilerOptions = {
      ...resolution,
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      // The readmes import the sheet.
      noUncheckedSideEffectImports: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    }
    const config = inProject(`tsconfig.${resolution.moduleResolution}.json`)
    await writeFile(config, JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx', ...include] }))
    // FOYER_FULL=1: by the next compiler as well.
    for (const compiler of [installed('.bin/tsc'), ...(process.env.FOYER_FULL ? [tool('tsgo')] : [])]) {
      const { output } = await run(compiler, ['-p', config, '--pretty', 'false'], { quiet: true })
      // Types of Node that ethers brings don't hold for the next compiler.
      const ours = output.split('\n').filter((line) => !line.includes('/@types/node/') && /^\S/.test(line))
      expect([compiler, ours]).toEqual([compiler, []])
    }
  })

  test('name no numbered statement in their types: a reader has only what is published', async () => {
    const files = (
      await Promise.all(kitPackages.map((name) => readdir(installed(`@foyer/${name}/dist`), { recursive: true })))
    ).flatMap((names, at) => names.map((name) => installed(`@foyer/${kitPackages[at]}/dist/${name}`)))
    const types = files.filter((file) => file.endsWith('.d.ts'))
    expect(types.length).toBeGreaterThan(20)
    for (const file of types) expect(await readFile(file, 'utf8')).not.toMatch(/\b(S\d+\.\d+|\[[FWX]\d+\])/)
  })

  test('show every entry, and are quiet on import: no global, timer, listener, request or line', async () => {
    const { code, output } = await run(process.execPath, [inProject('quietly.mjs'), ...entries], { quiet: true })
    expect(output).toBe(JSON.stringify({ noticed: [], empty: [] }))
    expect(code).toBe(0)
  })

  test('bring each language as JavaScript, which Node loads as it is and a bundler as two chunks: all of the kit, and what describes requests, which a wallet’s page says alone', async () => {
    const { code, output } = await run(process.execPath, [inProject('languages.mjs')], { quiet: true })
    expect(code).toBe(0)
    const said: unknown = JSON.parse(output)
    expect(said).toEqual({
      arabic: 'ربط المحفظة',
      chinese: '连接钱包',
      german: 'Wallet verbinden',
      spanish: 'Conectar billetera',
    })
    const { output: files } = await bundle('languages.mjs')
    const chunks = files.filter((each) => each.type === 'chunk' && /^(ar|de|es|zh)$/.test(each.name))
    const named = chunks.map(({ fileName }) => fileName.replace(/.*\/(\w+)-.*\./, '$1.')).sort()
    expect(named).toEqual(['ar', 'de', 'es', 'zh'].flatMap((language) => [`${language}.js`, `${language}.js`]))
  })

  test('are client entries where they have hooks and components, and only there', async () => {
    const marked = await Promise.all(
      kitPackages.map(async (name) => {
        const { exports = {} } = await manifestOf(`packages/${name}`)
        const files = Object.values<{ default: string }>(exports).flatMap((target) => target.default ?? [])
        const read = files
          .filter((file) => file.endsWith('.js'))
          .map(async (file) => {
            const code = await readFile(installed(`@foyer/${name}/${file}`), 'utf8')
            return /^\s*(['"])use client\1/.test(code) ? [`${name}/${file}`] : []
          })
        return (await Promise.all(read)).flat()
      }),
    )
    expect(marked.flat()).toEqual(['react/./dist/index.js', 'react/./dist/headless/index.js'])
  })

  test('import in a server component: a kit is made, a cookie read, and what is a client’s is only referred to', async () => {
    const args = ['--conditions=react-server', '--import', inProject('clientReferences.mjs')]
    const { code, output } = await run(process.execPath, [...args, inProject('serverComponent.mjs'), ...entries], {
      quiet: true,
    })
    expect(output).toBe(JSON.stringify({ network: 'eip155:8453', references: ['ConnectButton', 'useFoyerAccounts'] }))
    expect(code).toBe(0)
  })

  test('stay in pieces when bundled: the modal is fetched when it is opened', async () => {
    const { output } = await bundle()
    const chunks = output.filter((each) => each.type === 'chunk')
    const entry = chunks.find(({ isEntry }) => isEntry)
    const modal = chunks.find(({ name }) => name === 'modalCode')
    expect(entry && modal).toBeDefined()
    if (!entry || !modal) return
    expect(modal.isDynamicEntry).toBe(true)
    const first = reachable({ from: entry, chunks })
    expect(first).not.toContain(modal.fileName)
    expect(
      [...first].flatMap((file) => chunks.find(({ fileName }) => fileName === file)?.moduleIds ?? []),
    ).not.toContainEqual(expect.stringMatching(/\/(viem|valibot)\//))
    const views = chunks.find(({ name }) => name === 'viewsCode')
    expect(views?.isDynamicEntry).toBe(true)
    expect([...reachable({ from: modal, chunks })]).not.toContain(views?.fileName)
  })

  // Wallets of tests run in Node, and may sign by it.
  test.each(kitPackages)('@foyer/%s imports nothing that an installation doesn’t have', async (name) => {
    const folder = installed(`@foyer/${name}`)
    const { dependencies = {}, peerDependencies = {} } = await readManifest(folder)
    const known = [`@foyer/${name}`, ...Object.keys({ ...dependencies, ...peerDependencies })]
    const wrong = (await codeOf(folder)).flatMap((file) =>
      importsOf(join(folder, file))
        .filter(({ specifier }) => !specifier.startsWith('.') && !(name === 'testing' && isBuiltin(specifier)))
        .filter(({ specifier }) => !known.some((each) => `${specifier}/`.startsWith(`${each}/`)))
        .map(({ specifier }) => `${file} → ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test.each(kitPackages)('@foyer/%s brings licence and readme, its entries alone, and no script', async (name) => {
    const folder = installed(`@foyer/${name}`)
    expect((await readdir(folder)).filter((file) => file !== 'node_modules').sort()).toEqual([
      'LICENSE',
      ...(name === 'core' ? ['MARKS.md'] : []),
      'README.md',
      'dist',
      'package.json',
    ])
    const { scripts, exports = {}, ...published } = await readManifest(folder)
    expect(scripts).toBeUndefined()
    expect(JSON.stringify({ exports, ...published })).not.toMatch(/foyer-source|workspace:|catalog:|@foyer\/parts/)
  })
})

interface Manifest {
  readonly name: string
  readonly scripts?: unknown
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

type Packed = readonly { readonly name: string; readonly tarball: string }[]

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

const tarballs = (packed: Packed) => Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))

async function manifest(packed: Packed) {
  const versions = { ...(await manifestOf('packages/evm')).devDependencies, ...(await catalog()) }
  return {
    name: 'somebody-elses',
    private: true,
    type: 'module',
    dependencies: {
      ...Object.fromEntries([...beside, ...bridged].map((name) => [name, versions[name]])),
      ...tarballs(packed),
    },
  }
}

/** What the readmes and the page on server rendering have a developer write, by the file that it comes into, so that it can't go stale. */
async function documented(): Promise<Readonly<Record<string, string>>> {
  const read = (path: string) => readFile(join(root, path), 'utf8')
  const shown = ['core', 'evm', 'solana', 'bitcoin', 'walletconnect', 'react']
  const readmes = ['README.md', ...shown.map((name) => `packages/${name}/README.md`)].map(async (path) => {
    const [, kind, code] = /```(tsx?)\n([\s\S]*?)```/.exec(await read(path)) ?? []
    if (code === undefined) throw new Error(`${path} has no example.`)
    return [`readmes/${basename(dirname(join(root, path)))}.${kind}`, code] as const
  })
  const pages = [...(await read('docs/server-rendering.md')).matchAll(/```tsx file=(\S+)\n([\s\S]*?)```/g)]
  return Object.fromEntries([
    ...(await Promise.all(readmes)),
    ...pages.map(([, path = '', code = '']) => [`serverRendering/${path}`, code]),
    // The page says that it is the same file in each.
    ...pages.slice(0, 1).map(([, , code = '']) => ['serverRendering/src/providers.tsx', code]),
  ])
}

/** What a package's `exports` offer to `import`. */
async function entriesOf(name: string): Promise<string[]> {
  const { name: scope, exports = {} } = await manifestOf(`packages/${name}`)
  return Object.keys(exports)
    .filter((entry) => !/\.(css|json)$/.test(entry))
    .map((entry) => `${scope}${entry.slice(1)}`)
}

const codeOf = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((file) => /^dist.*\.(js|d\.ts)$/.test(file))

async function bundle(input = 'main.tsx'): Promise<Rolldown.RolldownOutput> {
  const result = await vite({
    configFile: false,
    root: project,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: inProject(input) } },
  })
  if (!('output' in result)) throw new Error('One build was expected.')
  return result
}

/** A chunk's file and the files that it can't run without. */
function reachable({
  from,
  chunks,
  seen = new Set(),
}: {
  readonly from: Rolldown.OutputChunk
  readonly chunks: readonly Rolldown.OutputChunk[]
  readonly seen?: Set<string>
}): Set<string> {
  seen.add(from.fileName)
  for (const chunk of chunks)
    if (from.imports.includes(chunk.fileName) && !seen.has(chunk.fileName)) reachable({ from: chunk, chunks, seen })
  return seen
}
