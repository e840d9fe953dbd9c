import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { connectKit } from './connectkit.js'
import { rainbowKit } from './rainbowkit.js'
import { run } from './run.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Reads the files that the guides have a developer write; the README's are read by its own test. */
async function documented(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const ownDomains = await readFile(join(root, 'docs/own-domains.md'), 'utf8')
  for (const [at, [, code = '']] of [...ownDomains.matchAll(/^ {3}```ts\n(.*?)^ {3}```/gms)].entries())
    files.set(join(folder, `ownDomains${at}.ts`), code)
  for (const guide of ['rainbowkit', 'connectkit', 'appkit']) {
    const page = await readFile(join(root, `docs/moving/${guide}.md`), 'utf8')
    for (const [at, [, code = '']] of [...page.matchAll(/^```tsx\n(.*?)^```/gms)].entries())
      if (code.includes("from '@foyer/")) files.set(join(folder, `${guide}${at}.tsx`), code)
  }
  return files
}

test('what the command writes, and what the guides have one write, is understood by the compiler, with the kit and wagmi as they are', async () => {
  const folder = join(root, 'packages/migrate/fixtures')
  const paths = await readdir(folder, { recursive: true })
  const guides = await documented(folder)
  const written = [
    ...paths.filter((path) => /[/\\]after[/\\].*\.tsx?$/.test(path)).map((path) => join(folder, path)),
    ...guides.keys(),
  ]
  expect([guides.size, written.length > 8]).toEqual([10, true])
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.es2023.intl.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    // The kit as it is published, where `npm test` has built it.
    customConditions: process.env.FOYER_BUILT ? [] : ['foyer-source'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const host = ts.createCompilerHost(options)
  // The hosts have no installation of their own: what they import is that of an example which has it all.
  const installed = (file: string) => {
    const code = guides.get(file) ?? "'wagmi'"
    if (code.includes('@foyer/embedded')) return join(root, 'apps/demo/src/main.tsx')
    const example = code.includes("'wagmi'") ? 'wagmi' : code.includes('/ethers') ? 'ethers' : 'multichain'
    return join(root, `examples/${example}/src/App.tsx`)
  }
  const sourceFolder = (file: string) => file.replace(/([/\\]src[/\\]).*$/, '$1index.ts')
  const { readFile: readSource, fileExists } = host
  host.readFile = (path) => guides.get(path) ?? readSource(path)
  host.fileExists = (path) => guides.has(path) || fileExists(path)
  const cache = ts.createModuleResolutionCache(root, (path) => path, options)
  host.resolveModuleNameLiterals = (names, file, _redirected, given) =>
    names.map(({ text }) => {
      // The usual alias of Next's.
      if (text.startsWith('@/'))
        return ts.resolveModuleName(`./${text.slice(2)}`, sourceFolder(file), given, host, cache)
      const from = file.startsWith(folder) && !text.startsWith('.') ? installed(file) : file
      return ts.resolveModuleName(text, from, given, host, cache)
    })
  const program = ts.createProgram({ rootNames: written, options, host })
  const problems = written.flatMap((path) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  })
  expect(
    problems.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  ).toEqual([])
})

test.each([rainbowKit, connectKit])(
  'the guide of $title has each section that the command names',
  async ({ guide, provider, customButton }) => {
    const page = await readFile(join(root, guide), 'utf8')
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll('`', '').replaceAll(' ', '-'),
    )
    expect(sections).toEqual(
      expect.arrayContaining([
        'set-up',
        provider.toLowerCase(),
        'buttons-and-hooks',
        'signing-in',
        ...(customButton ? ['a-button-of-your-own'] : []),
      ]),
    )
  },
)

test('the example has after it what the command writes', async () => {
  const place = await mkdtemp(join(tmpdir(), 'migrate-'))
  const example = join(root, 'examples/rainbowkit-to-foyer')
  await cp(join(example, 'before'), place, { recursive: true, filter: (path) => !/node_modules|dist/.test(path) })
  expect(await run({ args: [place], version: '0.0.0', print: () => {} })).toBe(0)
  // The example is formatted, which the command leaves to the host's own formatter.
  const bare = (text: string) => {
    const [imports, rest] = [text.match(/^import .*$/gm) ?? [], text.replace(/^import .*$/gm, '')]
    return [[...imports].sort(), rest.replace(/,(?=\s*[\])}])/g, '').replace(/\s+/g, '')]
  }
  const files = ['Account.tsx', 'App.tsx', 'Menu.tsx', 'chains.ts', 'main.tsx', 'wagmi.ts']
  expect((await readdir(join(place, 'src'))).sort()).toEqual(files)
  for (const file of files)
    expect(bare(await readFile(join(place, 'src', file), 'utf8')), file).toEqual(
      bare(await readFile(join(example, 'after/src', file), 'utf8')),
    )
  const dependenciesOf = async (folder: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).dependencies
  expect(await dependenciesOf(place)).toEqual(await dependenciesOf(join(example, 'after')))
  await rm(place, { recursive: true, force: true })
})
