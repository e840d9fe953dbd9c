import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports.js'

/** Each folder of views of the face, with the rooms of core whose views it draws; every other file of the face draws what is common. */
const drawnBy: Readonly<Record<string, readonly string[]>> = {
  activity: ['activity'],
  buy: ['onramp'],
  email: ['login'],
  login: ['login'],
  names: ['names'],
  nfts: ['account', 'approvals'],
  pay: ['pay'],
  preview: ['preview'],
  send: ['send'],
  signIn: ['signin'],
  smartSessions: ['permissions'],
  swap: ['swap'],
}

const core = 'packages/core/src'
const face = 'packages/react/src/modal'

/** Where the kit's own views are declared: rooms stand on them, as on the kit. */
const common = 'state'

/** Where a visitor belongs: the kit leads there by `homeRoute`, and so does a feature. */
const homes = ['Account', 'Connect']

/** Who names the homes all the same. */
const atHome: Readonly<Record<string, string>> = {
  state: 'the modal begins with Connect',
  view: 'it says which of them is a visitor’s home',
  account: 'Account is its own',
  login: 'the ways to log in are offered in Connect',
}

const files = [core, 'packages/evm/src', 'packages/react/src'].flatMap((folder) => sourceFiles(folder))
const sources = new Map(files.filter((file) => !/\/(test|catalogue)\//.test(file)).map((file) => [file, parsed(file)]))

test('no room names a view of another feature: it leads there by what the feature says of itself, and home by the kit', () => {
  const owners = ownersOf(sources)
  expect(owners.get('WalletSend')).toBe('send')
  const foreign = [...sources].flatMap(([file, source]) =>
    textsOf(source).flatMap((text) => {
      const owner = owners.get(text)
      return owner === undefined || mayName({ file, view: text, owner }) ? [] : [`${file}: ${text}, of ${owner}`]
    }),
  )
  expect(foreign).toEqual([])
})

interface Named {
  readonly file: string
  readonly view: string
  readonly owner: string
}

function mayName({ file, view, owner }: Named): boolean {
  const rooms = roomsOf(file)
  if (homes.includes(view)) return rooms.length === 0 || rooms.some((room) => Object.hasOwn(atHome, room))
  return owner === common || rooms.includes(owner)
}

/** The rooms whose views a file may name: none where it is the face of what is common, or of a package beside the kit. */
function roomsOf(file: string): readonly string[] {
  const folder = (below: string) =>
    file.startsWith(`${below}/`) ? file.slice(below.length + 1).split('/')[0] : undefined
  const room = folder(core)
  if (room !== undefined) return [room]
  return drawnBy[folder(face) ?? ''] ?? []
}

/** The room that declares each view, by the view's name. */
function ownersOf(all: ReadonlyMap<string, ts.SourceFile>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const [file, source] of all)
    for (const declared of interfacesOf(source))
      for (const { name } of declared.members)
        if (name && ts.isIdentifier(name)) owners.set(name.text, roomsOf(file)[0] ?? file)
  return owners
}

function interfacesOf(source: ts.SourceFile): readonly ts.InterfaceDeclaration[] {
  return allOf(source, (node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === 'ViewParams' ? node : undefined,
  )
}

/** What stands between quotes, in code and in types. */
function textsOf(source: ts.SourceFile): readonly string[] {
  return allOf(source, (node) => (ts.isStringLiteralLike(node) ? node.text : undefined))
}

function allOf<T>(source: ts.SourceFile, pick: (node: ts.Node) => T | undefined): readonly T[] {
  const found: T[] = []
  const visit = (node: ts.Node): void => {
    const picked = pick(node)
    if (picked !== undefined) found.push(picked)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
}
