import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { KeeperEnvironment } from '../keeper/keeperEnvironment.js'
import { Environment } from './environment.js'

/** Of the server and of the keeper. */
const variables = new Set([...Object.keys(Environment.entries), ...Object.keys(KeeperEnvironment.entries)])

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

test.each([
  'README.md',
  'docs/processes.md',
  'docs/bears.md',
  'examples/README.md',
  'compose/foyer.env.example',
  'systemd/foyer@.service',
  'systemd/foyer-keeper.service',
  'compose/keeper.env.example',
])('%s names no variable that the server does not know', async (path) => {
  const named = (await read(path)).match(/(?<![\w%])[A-Z]{2,}(?:_[A-Z]+)+(?!\w)/g) ?? []
  // What Node itself, a role of AWS and the host of the wallet's page have, and a placeholder.
  const others = ['NODE_ENV', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'YOUR_KEY', 'KEEPER_PUBLIC_KEYS']
  const unknown = named.filter((name) => !variables.has(name.replace(/_FILE$/, '')))
  expect(unknown.filter((name) => !others.includes(name))).toEqual([])
})

test('the README lists each variable that the server knows, once, and no other', async () => {
  const readme = await read('README.md')
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual([...variables].sort())
})
