import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports.js'

/** The first cells of the rows of the table below a heading of a page. */
function namesBelow(page: string, heading: string): string[] {
  const [, section = ''] = readFileSync(join(root, page), 'utf8').split(`## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return [...own.matchAll(/^\| `([^`]+)` *\|/gm)].map(([, name = '']) => name)
}

test('the architecture names every room of core', () => {
  const rooms = new Set(
    sourceFiles('packages/core/src').flatMap((path) => {
      const [, , , first = '', ...rest] = path.split('/')
      const [room = '', file] = ['base', 'kit', 'features'].includes(first) ? rest : [first, ...rest]
      return file !== undefined && room !== 'test' ? [room] : []
    }),
  )
  expect(namesBelow('docs/architecture/kit.md', 'The rooms of core').sort()).toEqual([...rooms].sort())
})

test('the architecture names every room of the server', () => {
  const folder = join(root, 'apps/server/src')
  const rooms = readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() && each.name !== 'test' ? [each.name] : [],
  )
  expect(namesBelow('docs/architecture/server.md', 'The rooms of the server').sort()).toEqual(rooms.sort())
})

test.each([
  ['docs/architecture/server.md', 'packages/service/src', 'The rooms of `@foyer/service`'],
  ['docs/architecture/wallet.md', 'apps/wallet/src', "The rooms of the wallet's page"],
  ['docs/architecture/wallet.md', 'packages/embedded/src', 'The rooms of `@foyer/embedded`'],
])('%s names every room of %s', (page, folder, heading) => {
  const rooms = readdirSync(join(root, folder), { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() && each.name !== 'test' ? [each.name] : [],
  )
  expect(namesBelow(page, heading).sort()).toEqual(rooms.sort())
})

test('the architecture names every package and application', () => {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((folder) => `${parent}/${folder}`),
  )
  expect(namesBelow('docs/architecture.md', 'The map').sort()).toEqual(
    [...folders, 'stack', 'benchmarks', 'e2e'].sort(),
  )
})

test('the architecture names every key that is kept', () => {
  const source = readFileSync(join(root, 'packages/core/src/storage/persistence.ts'), 'utf8')
  const [, type = ''] = /type StorageKey =(.+?)\n\n/s.exec(source) ?? []
  const named = [...type.matchAll(/\| ['`]([^'`]+)['`]/g)].map(([, key = '']) =>
    key.replace(/\$\{(\w+)\}/, (_, of: string) => (of === 'string' ? '<key>' : `<${of.toLowerCase()}>`)),
  )
  expect(namesBelow('docs/architecture/kit.md', 'What is kept').sort()).toEqual(named.sort())
})

test.each(['docs/architecture.md', 'docs/architecture/wallet.md', 'docs/auditing-the-keeper.md'])(
  'what %s has to be read first is there',
  (page) => {
    const files = namesBelow(page, 'What to read first')
    expect(files).toHaveLength(10)
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
  },
)
