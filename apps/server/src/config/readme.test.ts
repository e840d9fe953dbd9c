import { readFile } from 'node:fs/promises'
import { KeeperEnvironment } from '@foyer/keeper/keeperEnvironment'
import * as v from 'valibot'
import { expect, test } from 'vitest'
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
  const others = ['NODE_ENV', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'YOUR_KEY', 'KEEPER_PUBLIC_KEYS', 'WALLET_PORT']
  const unknown = named.filter((name) => !variables.has(name.replace(/_FILE$/, '')))
  expect(unknown.filter((name) => !others.includes(name))).toEqual([])
})

test('the README lists each variable that the server knows, once, and no other', async () => {
  const readme = await read('README.md')
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual([...variables].sort())
})

test('what the page on own domains writes into the servers’ settings is understood by each', async () => {
  const page = await read('../../docs/own-domains.md')
  const lines = [...page.matchAll(/^(LOGIN|KEEPER)_SOCIALS=(.*)$/gm)].map(([, of = '', json = '']) => ({ of, json }))
  expect(lines.map(({ of }) => of)).toEqual(['LOGIN', 'KEEPER'])
  const [atLogin, atKeeper] = lines.map(({ of, json }) =>
    Object.keys(
      of === 'LOGIN'
        ? (v.parse(Environment.entries.LOGIN_SOCIALS, json) ?? {})
        : (v.parse(KeeperEnvironment.entries.KEEPER_SOCIALS, json) ?? {}),
    ),
  )
  // A provider that one of them lacks is off, and the dapp of the page shows these.
  expect(atKeeper).toEqual(atLogin)
  expect(page).toContain(`socials: [${atLogin?.map((each) => `'${each}'`).join(', ')}]`)
  const ofWalletHost = [
    'API_URL',
    'LOGIN_URL',
    'KEEPER_URL',
    'KEEPER_PUBLIC_KEYS',
    'WALLET_PROJECT_ID',
    'WALLET_NETWORKS',
  ]
  const named = page.match(/(?<![\w%])[A-Z]{2,}(?:_[A-Z]+)+(?!\w)/g) ?? []
  expect(named.filter((name) => !variables.has(name) && !ofWalletHost.includes(name))).toEqual([])
})
