import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './imports.js'

/** What may ship: licences that ask for no more than to be named. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]

/** What the project publishes or puts on a page: each has the trees of the others of ours in its own. */
const shipped = [
  'bitcoin',
  'core',
  'cosmos',
  'create-foyer',
  'embedded',
  'ethereum-provider',
  'evm',
  'migrate',
  'multiversx',
  'near',
  'polkadot',
  'algorand',
  'cardano',
  'parts',
  'react',
  'siwx-server',
  'solana',
  'testing',
  'tezos',
  'walletconnect',
]
  .map((name) => `packages/${name}`)
  .concat(['apps/keeper', 'apps/server', 'apps/demo', 'apps/sample-wallet'])

/** What has official clients and kits to be tested and measured against, and under which names. */
const tested = ['apps/server', 'benchmarks', 'e2e']
const peers = /^(@walletconnect\/|@reown\/|sign-client-|walletkit-|core-of-walletkit-)/

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | undefined
  readonly files?: readonly string[] | undefined
  readonly dependencies?: Readonly<Record<string, string>> | undefined
  readonly devDependencies?: Readonly<Record<string, string>> | undefined
  readonly optionalDependencies?: Readonly<Record<string, string>> | undefined
  readonly peerDependencies?: Readonly<Record<string, string>> | undefined
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Where a package finds another, as Node looks for it; undefined where that isn't installed. */
function folderOf({ name, from }: { readonly name: string; readonly from: string }): string | undefined {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return realpathSync(found)
  }
  return undefined
}

/** All that is installed with some packages, and they themselves. */
function treeOf(folders: readonly string[]): readonly Manifest[] {
  const found = new Map<string, Manifest>()
  const waiting = [...folders]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue
    const manifest = manifestIn(folder)
    found.set(folder, manifest)
    const { dependencies, peerDependencies, optionalDependencies } = manifest
    for (const name of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
      const next = folderOf({ name, from: folder })
      if (next) waiting.push(next)
      else if (dependencies?.[name] && !optionalDependencies?.[name])
        throw new Error(`${manifest.name} needs ${name}, which isn't installed.`)
    }
  }
  return [...found.values()]
}

/** An SPDX expression: of `OR` one will do, of `AND` all must. */
function isPermissive(licence: string | undefined): boolean {
  const alternatives = (licence ?? '').replace(/[()]/g, '').split(' OR ')
  return alternatives.some((each) => each.split(' AND ').every((one) => permissive.includes(one)))
}

const asLine = ({ name, version, license }: Manifest) => `${name} ${version}: ${license}`

test('what a licence says is read as it is meant', () => {
  for (const licence of ['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND Apache-2.0']) expect(isPermissive(licence)).toBe(true)
  for (const licence of [undefined, 'UNLICENSED', 'SEE LICENSE IN LICENSE.md', 'GPL-3.0-only', 'MIT AND GPL-3.0-only'])
    expect(isPermissive(licence)).toBe(false)
})

describe.each(shipped)('%s', (folder) => {
  const tree = treeOf([join(root, folder)])

  test('ships nothing but what everybody may use', () => {
    expect(tree.filter(({ license }) => !isPermissive(license)).map(asLine)).toEqual([])
  })

  test('ships no official client or kit', () => {
    expect(tree.filter(({ name }) => /^@(walletconnect|reown)\//.test(name)).map(asLine)).toEqual([])
  })
})

describe('the marks of others that ship', () => {
  const folders = { 'packages/core': 'MARKS.md', 'apps/server': 'directory' }

  test('come with the licence of their drawings and a word on trademarks, wherever they go', () => {
    const notice = readFileSync(join(root, 'packages/core/MARKS.md'), 'utf8')
    expect(notice).toMatch(/trademarks of their owners/)
    expect(notice).toMatch(/MIT License\n\nCopyright \(c\) 2024 0xa3k5\n\nPermission is hereby granted/)
    expect(readFileSync(join(root, 'apps/server/directory/pictures/MARKS.md'), 'utf8')).toBe(notice)
    for (const [folder, packed] of Object.entries(folders))
      expect(manifestIn(join(root, folder)).files).toContain(packed)
  })
})

describe('the official peers of tests and benchmarks', () => {
  const tree = treeOf(
    tested.flatMap((folder) => {
      const from = join(root, folder)
      const { dependencies, devDependencies } = manifestIn(from)
      const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => peers.test(name))
      expect(names, folder).not.toEqual([])
      return names.flatMap((name) => folderOf({ name, from }) ?? [])
    }),
  )

  test('are those that anybody may still use, and so is all that they bring', () => {
    expect(tree.length).toBeGreaterThan(50)
    expect(tree.filter(({ license }) => !isPermissive(license)).map(asLine)).toEqual([])
  })

  test.each([
    [/^@walletconnect\/(core|sign-client|types|universal-provider|utils)$/, [2, 21, 8]],
    [/^@reown\/walletkit$/, [1, 2, 10]],
  ])('are none of %s after the last such release', (family, last) => {
    const found = tree.filter(({ name }) => family.test(name))
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(({ version }) => isAfter(version.split('.').map(Number), last)).map(asLine)).toEqual([])
  })
})

function isAfter(version: readonly number[], last: readonly number[]): boolean {
  const at = last.findIndex((number, index) => version[index] !== number)
  return at !== -1 && (version[at] ?? 0) > (last[at] ?? 0)
}
