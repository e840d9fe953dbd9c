import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { importsOf, namesImportedBy, root, sourceFiles } from './imports.js'
import { manifestOf } from './workspace.mjs'

const folder = `${root}e2e/hosts/lowest`

/** Every package, those that are bundled into others too: what they import of a peer stands in what is published. */
const packages = readdirSync(`${root}packages`)
const manifests = await Promise.all(packages.map((name) => manifestOf(`packages/${name}`)))
const ranges = manifests.flatMap(({ name, peerDependencies = {} }) =>
  Object.entries<string>(peerDependencies).map(([peer, range]) => ({ name, peer, range })),
)
const { dependencies: lowest } = await manifestOf('e2e/hosts/lowest')
const peers = Object.keys(lowest)

// What only tests use isn't published, and what a command rewrites is no code of its own.
const files = packages
  .flatMap((name) => sourceFiles(`packages/${name}/src`))
  .filter((file) => !/\/test\/|\/migrate\//.test(file))
const peerOf = (specifier: string) => peers.find((peer) => `${specifier}/`.startsWith(`${peer}/`))
const imported = files
  .flatMap((file) => namesImportedBy(file).map((each) => ({ file, ...each })))
  .filter(({ specifier }) => peerOf(specifier))
/** What JSX is compiled to. */
const compiled = ['jsx', 'jsxs', 'Fragment'].map((name) => ({
  file: 'what is built',
  specifier: 'react/jsx-runtime',
  name,
  typeOnly: false,
}))

/** The names that Node finds in modules, as it reads them of CommonJS too, which is how the bundlers do. */
async function exportsInNode(specifiers: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const script = `const all = {}
for (const each of ${JSON.stringify(specifiers)}) all[each] = Object.keys(await import(each))
process.stdout.write(JSON.stringify(all))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
  })
  return JSON.parse(stdout)
}

/** The names that the declarations of modules have; undefined where a module brings none. */
function declaredBy(specifiers: readonly string[]): Readonly<Record<string, readonly string[] | undefined>> {
  const options = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [] }
  const host = ts.createCompilerHost(options)
  const input = `${folder}/imported.ts`
  const { getSourceFile } = host
  const text = specifiers.map((each, at) => `import * as m${at} from '${each}'`).join('\n')
  host.getSourceFile = (name, ...rest) =>
    name === input ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true) : getSourceFile(name, ...rest)
  const program = ts.createProgram([input], options, host)
  const checker = program.getTypeChecker()
  const found = new Map<string, readonly string[]>()
  for (const statement of program.getSourceFile(input)?.statements ?? []) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier)
    if (module)
      found.set(
        statement.moduleSpecifier.text,
        checker.getExportsOfModule(module).map(({ name }) => name),
      )
  }
  return Object.fromEntries(found)
}

const unique = (specifiers: readonly string[]) => [...new Set(specifiers)].sort()

describe('the lowest version that a package takes of a peer', () => {
  let inNode: Readonly<Record<string, readonly string[]>> = {}
  beforeAll(async () => {
    inNode = await exportsInNode(
      unique([...imported, ...compiled].filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier)),
    )
  })

  test.each(ranges)('of $peer is what $name is held against', ({ peer, range }) => {
    const versions = [...range.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version)
    expect(versions[0]).toBe(lowest[peer])
  })

  test('has every name that is imported of it or read of its namespace', () => {
    expect(imported.length).toBeGreaterThan(300)
    const lacking = [...imported, ...compiled]
      .filter(({ typeOnly, specifier, name }) => !typeOnly && !inNode[specifier]?.includes(name))
      .map(({ file, specifier, name }) => `${file}: ${name} of ${specifier}`)
    expect(lacking).toEqual([])
  })

  test('declares every type that is imported of it, where it brings its own', () => {
    const types = imported.filter(({ typeOnly }) => typeOnly)
    const declared = declaredBy(unique(types.map(({ specifier }) => specifier)))
    expect(Object.keys(declared)).toEqual(expect.arrayContaining(['@wagmi/core', 'viem']))
    const lacking = types
      .filter(({ specifier, name }) => declared[specifier]?.includes(name) === false)
      .map(({ file, specifier, name }) => `${file}: ${name} of ${specifier}`)
    expect(lacking).toEqual([])
  })

  test('is imported by names that can be read here: nothing of it is loaded later', () => {
    const later = files.filter((file) =>
      importsOf(file).some(({ dynamic, specifier }) => dynamic && peerOf(specifier) !== undefined),
    )
    expect(later).toEqual([])
  })
})
