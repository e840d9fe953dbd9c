import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { connectKit } from './connectkit.js'
import { difference } from './difference.js'
import type { Left } from './fileMove.js'
import { type Change, type Migration, migrate, type ProjectFile } from './migrate.js'
import { FileError, readManifest, readSources, writeChanges } from './projectFiles.js'
import { rainbowKit } from './rainbowkit.js'
import { remnantsIn } from './remnant.js'

const help = `npx @foyer/migrate [folder] [--dry-run]

Rewrites a page of RainbowKit or ConnectKit for Foyer, in the folder or in this one. What it doesn't understand
stays as it is, and is listed with its file and line; the exit code is 1 then.

  --dry-run   writes nothing and shows the differences`

export interface RunParameters {
  /** The arguments typed after the command. */
  readonly args: readonly string[]
  /** Of the kit's packages. */
  readonly version: string
  readonly print: (line: string) => void
}

/**
 * Runs the command.
 * @returns the exit code: 0 where everything was moved or nothing was to be, 1 where anything is left or failed
 * @throws what the system says of a file that can't be read
 * @example process.exitCode = await run({ args: ['my-dapp', '--dry-run'], version: '1.0.0', print: console.log })
 */
export async function run({ args, version, print }: RunParameters): Promise<0 | 1> {
  const request = readArguments(args)
  if ('problem' in request) {
    print(request.problem)
    return 1
  }
  if (request.help) {
    print(help)
    return 0
  }
  const { folder, dryRun } = request
  if (!(await isFolder(folder))) {
    print(`folder: there is no folder ${folder}.`)
    return 1
  }
  try {
    const { changes, left } = await migrateFolder({ folder, version })
    if (dryRun) for (const change of changes) print(difference(change))
    else await writeChanges(folder, changes)
    for (const line of summary({ changes, left, dryRun })) print(line)
    return left.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    print(error.message)
    return 1
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    const [folder = '.', ...more] = positionals
    if (more.length > 0) return { problem: `folder: one is moved, but ${positionals.join(', ')} were named.` }
    return { folder, dryRun: values['dry-run'] === true, help: values.help === true }
  } catch (error) {
    // It says which argument isn't known.
    return { problem: `arguments: ${error instanceof Error ? error.message : String(error)}` }
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory()
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return false
    throw error
  }
}

/** A folder has one of the kits; where it has both, the second is moved over what the first has become. */
async function migrateFolder({
  folder,
  version,
}: {
  readonly folder: string
  readonly version: string
}): Promise<Migration> {
  let files = await readSources(folder)
  let manifest = await readManifest(folder)
  const changes = new Map<string, Change>()
  const left: Left[] = []
  for (const peer of [rainbowKit, connectKit]) {
    const moved = migrate({ files, manifest, peer, version })
    left.push(...moved.left)
    for (const change of moved.changes)
      changes.set(change.path, { ...change, before: changes.get(change.path)?.before ?? change.before })
    const now = (file: ProjectFile): ProjectFile => ({ ...file, text: changes.get(file.path)?.after ?? file.text })
    files = files.map(now)
    manifest = manifest && now(manifest)
  }
  for (const change of changes.values())
    if (files.every(({ path }) => path !== change.path)) files.push({ path: change.path, text: change.after })
  left.push(...files.flatMap(({ path, text }) => remnantsIn(text).map((each) => ({ path, ...each }))))
  return { changes: [...changes.values()], left }
}

function summary({ changes, left, dryRun }: Migration & { readonly dryRun: boolean }): string[] {
  if (changes.length + left.length === 0) return ['Nothing is to be moved.']
  const lines: string[] = []
  if (changes.length > 0)
    lines.push('', dryRun ? 'Would be written:' : 'Written:', ...changes.map(({ path }) => `  ${path}`))
  if (left.length > 0) {
    lines.push('', 'Left as it is, to be moved by hand:')
    for (const { path, line, problem, guide } of left)
      lines.push(`  ${path}:${line}  ${problem}${guide ? ` (${guide})` : ''}`)
  }
  if (changes.length > 0 && !dryRun)
    lines.push(
      '',
      changes.some(({ path }) => path === 'package.json')
        ? 'Next: install once more, and look at the changes.'
        : 'Next: add @foyer/core, @foyer/evm and @foyer/react to package.json, install, and look at the changes.',
    )
  return lines
}
