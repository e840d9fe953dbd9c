import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, resolveRelative, root, sourceFiles } from './imports.js'

/** What an outsider has to be able to judge in a sitting: 13,000 at the very most. Lower it with what is cut; it is raised by what protects a wallet alone. */
const mostLines = 13_000

const entry = 'apps/keeper/src/main.ts'

/** The workspace's packages that a program of a server is made of, by the folders of their manifests. */
const folders = [
  'apps/keeper',
  'packages/core',
  'packages/custody',
  'packages/evm',
  'packages/service',
  'packages/signing',
]

const manifests = new Map(
  folders.map((folder) => [JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')), folder] as const),
)
const files = new Set(folders.flatMap((folder) => sourceFiles(`${folder}/src`)))

/** The source that an import of ours leads to; undefined for one of another's. */
function sourceOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolveRelative({ from, specifier, files }) ?? specifier
  const owner = [...manifests].find(([{ name }]) => specifier === name || specifier.startsWith(`${name}/`))
  if (owner === undefined) return specifier.startsWith('@foyer/') ? specifier : undefined
  const [{ name, exports }, folder] = owner
  const source = exports[`.${specifier.slice(name.length)}`]?.['foyer-source']
  return source === undefined ? specifier : join(folder, source)
}

test('what the keeper runs is no more than an auditor reads in a sitting', () => {
  const reached = new Set([entry])
  for (const file of reached)
    for (const { specifier, typeOnly } of files.has(file) ? importsOf(file) : []) {
      const target = typeOnly ? undefined : sourceOf(file, specifier)
      if (target !== undefined) reached.add(target)
    }
  const sources = [...reached].filter((file) => files.has(file))
  // Sentences in other languages are read by whoever reads those.
  expect([...reached].filter((file) => !files.has(file) && !file.endsWith('.json'))).toEqual([])
  expect(sources.length).toBeGreaterThan(100)
  const lines = sources.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0)
  expect(lines).toBeLessThanOrEqual(mostLines)
})
