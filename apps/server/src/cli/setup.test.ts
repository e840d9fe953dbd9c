import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readKeeperConfig } from '@foyer/keeper/keeperConfig'
import type {} from '@foyer/service-testing/sharedPostgres'
import pg from 'pg'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/readConfig.js'
import { unknownVariables } from '../config/variables.js'
import { settingsFor } from '../setup/settingsFor.js'
import { buildServer, listening } from '../test/buildServer.js'
import { runCommand } from './runCommand.js'
import { setup } from './setup.js'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer-setup-'))
  folder = join(root, 'foyer')
  onTestFinished(() => rm(root, { recursive: true, force: true }))
})

const networks = [
  {
    id: 'eip155:1',
    upstreams: ['http://127.0.0.1:1'],
    tokens: [{ address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
  },
  { id: 'eip155:8453', upstreams: ['http://127.0.0.1:1'], tokens: [] },
]

async function run(...args: readonly string[]) {
  const said = { printed: '', complained: '' }
  const code = await runCommand({
    commands: [setup],
    args: ['setup', ...args],
    env: {},
    print: (text) => {
      said.printed += text
    },
    complain: (text) => {
      said.complained += text
    },
  })
  return { code, ...said }
}

const names = ['nodes.env', 'keeper.env', 'wallet.env'] as const
const textOf = (name: (typeof names)[number]) => readFile(join(folder, name), 'utf8')
const valuesOf = async (name: (typeof names)[number]) => parseEnv(await textOf(name))
const first = ['--wallet', 'https://wallet.example', '--public-url', 'https://foyer.example'] as const

/** All that can be said. */
async function whole(): Promise<readonly string[]> {
  const chains = join(root, 'chains.json')
  await writeFile(chains, JSON.stringify(networks))
  return [
    ...first,
    ...['--dapp', 'https://dapp.example', '--dapp', 'https://*.dapp.example', '--project', 'shop', '--chains', chains],
    ...['--smtp', 'smtps://a:b%23c@mail.example:465', '--mail-from', 'Shop <login@shop.example>'],
    ...[
      '--keeper-smtp',
      'smtps://c:d@mail.example:465',
      '--keeper-mail-from',
      "Shop's keeper #2 <keeper@shop.example>",
    ],
  ]
}

test('one command makes what the nodes, the keeper and the wallet’s page are started with', async () => {
  const { code, printed, complained } = await run(folder, ...(await whole()))
  expect([code, complained]).toEqual([0, ''])
  const [nodes, keeper, wallet] = [
    await valuesOf('nodes.env'),
    await valuesOf('keeper.env'),
    await valuesOf('wallet.env'),
  ]
  expect([nodes, keeper].flatMap(unknownVariables)).toEqual([])
  const atNodes = await readConfig(nodes)
  const atKeeper = await readKeeperConfig(keeper)
  expect(atNodes.projects).toMatchObject([
    {
      id: 'shop',
      allowedOrigins: ['https://dapp.example', 'https://*.dapp.example'],
      vouchedOrigins: ['https://dapp.example'],
    },
  ])
  expect(atNodes.login).toMatchObject({
    origin: 'https://wallet.example',
    keeperKey: atKeeper.secret.publicKeys.signing,
  })
  expect(atNodes.login?.smtp).toEqual({ url: 'smtps://a:b%23c@mail.example:465', from: 'Shop <login@shop.example>' })
  expect(atKeeper.smtp.from).toBe("Shop's keeper #2 <keeper@shop.example>")
  expect(atKeeper).toMatchObject({ walletOrigin: 'https://wallet.example', loginUrl: wallet.LOGIN_URL })
  expect(JSON.parse(wallet.KEEPER_PUBLIC_KEYS ?? '')).toEqual(atKeeper.secret.publicKeys)
  // They are the nodes': the page's host asks these.
  expect(wallet.WALLET_NETWORKS).toBeUndefined()
  expect(atNodes.chains.map(({ id }) => id)).toEqual(['eip155:1', 'eip155:8453'])
  expect(wallet.WALLET_PROJECT_ID).toBe('shop')
  const example = await readFile(new URL('../../../wallet/wallet.env.example', import.meta.url), 'utf8')
  expect(Object.keys(wallet)).toEqual(expect.arrayContaining(Object.keys(parseEnv(example))))
  // Nobody else on the machine reads them, and no secret is printed.
  for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([...names].sort())
  const secrets = [nodes.LOGIN_KEYS, nodes.ADMIN_TOKEN, nodes.SMTP_URL, keeper.KEEPER_KEYS, keeper.KEEPER_SECRET]
  for (const secret of secrets) expect(printed).not.toContain(secret)
  const left = printed.slice(printed.indexOf('Left to do'))
  for (const done of ['SMTP_URL', '--chains', '--dapp']) expect(left).not.toContain(done)
  for (const open of [
    'https://foyer.example',
    'Pages you answer for: https://dapp.example.',
    'Copies: LOGIN_KEYS, KEEPER_KEYS',
    'LOGIN_SOCIALS',
    'frame-src',
  ])
    expect(left).toContain(open)
})

test('the ports stand in the files, the addresses of this machine follow them, and what is left names each program’s folder', async () => {
  const { printed } = await run(folder, ...first)
  for (const each of [
    'apps/server: node',
    'apps/keeper: node',
    'apps/wallet: node',
    '127.0.0.1:8787',
    '127.0.0.1:7106',
  ])
    expect(printed).toContain(each)
  const changes = [
    ['nodes.env', 'PORT=8787', 'PORT=9001'],
    ['keeper.env', 'KEEPER_PORT=8789', 'KEEPER_PORT=9002'],
    ['wallet.env', 'WALLET_PORT=7106', 'WALLET_PORT=9003'],
  ] as const
  for (const [name, from, to] of changes) {
    expect(await textOf(name)).toContain(from)
    await writeFile(join(folder, name), (await textOf(name)).replace(from, to))
  }
  const again = await run(folder)
  expect(again.printed).toContain('127.0.0.1:9001, and https://wallet.example to 127.0.0.1:9003')
  expect(await valuesOf('wallet.env')).toMatchObject({
    ...{ API_URL: 'http://127.0.0.1:9001', LOGIN_URL: 'http://127.0.0.1:9001', KEEPER_URL: 'http://127.0.0.1:9002' },
  })
  expect((await valuesOf('keeper.env')).KEEPER_LOGIN_URL).toBe('http://127.0.0.1:9001')
  // A keeper of another machine is the operator's to name.
  await writeFile(
    join(folder, 'wallet.env'),
    (await textOf('wallet.env')).replace('http://127.0.0.1:9002', 'http://keeper.internal:8789'),
  )
  await run(folder)
  expect((await valuesOf('wallet.env')).KEEPER_URL).toBe('http://keeper.internal:8789')
})

test.each<[readonly string[], string]>([
  [['--wallet', 'https://wallet.example/page'], '--wallet must be an origin'],
  [['--wallet', '"https://wallet.example"'], '--wallet must be an origin'],
  [['--wallet', ''], '--wallet must be an origin'],
  [['--public-url', 'foyer.example'], '--public-url must be'],
  [['--public-url', 'https://wallet.example'], 'The wallet needs an origin of its own'],
  [['--project', 'my dapp'], '--project'],
  [['--dapp', 'https://dapp.example/page'], '--dapp must be an origin'],
  [['--postgres', 'redis://127.0.0.1'], '--postgres must be an address that begins with postgres://'],
  [['--smtp', 'https://mail.example'], '--smtp must be an address such as'],
  [['--mail-from', 'shop'], '--mail-from must be a sender'],
  [['--keeper-smtp', 'smtp://a:b/c@mail.example'], '--keeper-smtp must be an address such as'],
  [['--keeper-mail-from', ' '], '--keeper-mail-from must be a sender'],
  [['--chains', '[]'], '--chains names a file'],
])('%j is a sentence, and nothing is written', async (words, sentence) => {
  const { code, complained } = await run(folder, ...first, ...words)
  expect([code, complained.split('\n\n')[0]]).toEqual([expect.any(Number), expect.stringContaining(sentence)])
  expect(code).toBeGreaterThan(0)
  expect(await readdir(root)).toEqual([])
})

test('a service that is started with its file answers, with its login', async () => {
  await run(folder, ...(await whole()))
  const built = await buildServer()
  onTestFinished(() => built.remove())
  const env = async (name: 'nodes.env' | 'keeper.env', port: Record<string, string>) =>
    Object.fromEntries([
      ...Object.entries(await valuesOf(name)).map(([key, value]) => [key, value ?? '']),
      ...Object.entries(port),
    ])
  const nodes = built.start({ env: await env('nodes.env', { PORT: '0' }) })
  const keeper = built.start({ program: 'keeper', env: await env('keeper.env', { KEEPER_PORT: '0' }) })
  for (const [service, nonce] of [
    [nodes, '/login/v1/nonce'],
    [keeper, '/keeper/v1/nonce'],
  ] as const) {
    const [, port] = await service.line(listening)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    // Only the wallet's page is answered, and it is told so: without a login it would be 404.
    expect((await fetch(`http://127.0.0.1:${port}${nonce}`, { method: 'POST' })).status).toBe(403)
  }
})

test('called again it changes nothing; what is said is taken, and what an operator wrote stays', async () => {
  await run(folder, ...first)
  const before = await Promise.all(names.map(textOf))
  const again = await run(folder)
  expect([again.code, again.printed.match(/as it was/g)]).toEqual([0, ['as it was', 'as it was', 'as it was']])
  expect(await Promise.all(names.map(textOf))).toEqual(before)
  expect(again.printed).toMatch(/SMTP_URL.*KEEPER_SMTP_URL.*--chains.*--dapp/s)

  const own = '# the shop’s own line\nLOG_LEVEL=warn\n'
  await writeFile(join(folder, 'nodes.env'), `${own}${await textOf('nodes.env')}`)
  const known = await valuesOf('nodes.env')
  const more = await run(folder, '--dapp', 'https://other.example', '--smtp', 'smtp://127.0.0.1:25')
  expect(more.printed).toContain('nodes.env: wrote PROJECTS, SMTP_URL\n')
  expect(await textOf('nodes.env')).toContain(own)
  const { PROJECTS, SMTP_URL, ...others } = await valuesOf('nodes.env')
  expect({ ...others, PROJECTS: known.PROJECTS }).toEqual(known)
  expect([JSON.parse(PROJECTS ?? ''), SMTP_URL]).toEqual([
    [
      {
        ...{ id: 'my-dapp', name: 'my-dapp' },
        ...{ allowedOrigins: ['https://other.example'], vouchedOrigins: ['https://other.example'] },
      },
    ],
    'smtp://127.0.0.1:25',
  ])
  const one = await run(folder, '--keeper-smtp', 'smtp://127.0.0.1:25')
  expect(one.printed).toContain('the nodes and the keeper send from one account')
})

test.each(['$&', '$1', '$$', '$`', "$'", '$<a>'])(
  'a password with %s stands in the settings as it was said, where a line is new and where one is replaced',
  async (odd) => {
    const address = (name: string) => `smtps://${name}:a${odd}b@mail.example:465`
    await run(folder, ...first)
    for (const name of ['one', 'two']) {
      const { code, complained } = await run(folder, '--smtp', address(name), '--keeper-smtp', address(`${name}s`))
      expect([code, complained]).toEqual([0, ''])
      const [nodes, keeper] = [await valuesOf('nodes.env'), await valuesOf('keeper.env')]
      expect([nodes.SMTP_URL, keeper.KEEPER_SMTP_URL]).toEqual([address(name), address(`${name}s`)])
      expect((await textOf('nodes.env')).match(/SMTP_URL=/g)).toHaveLength(1)
    }
  },
)

test('[F11] a page that is named is vouched for once: what the operator took from those stays taken, and no pattern or plain http is one', async () => {
  const projects = async () => JSON.parse((await valuesOf('nodes.env')).PROJECTS ?? '')
  const plain = ['https://*.dapp.example', 'http://dapp.example', 'http://LOCALHOST:5173'].flatMap((each) => [
    '--dapp',
    each,
  ])
  const said = await run(folder, ...first, '--dapp', 'https://dapp.example', ...plain)
  expect(await projects()).toMatchObject([{ vouchedOrigins: ['https://dapp.example', 'http://localhost:5173'] }])
  expect(said.printed).toContain('Pages you answer for: https://dapp.example, http://localhost:5173.')
  const text = await textOf('nodes.env')
  await writeFile(join(folder, 'nodes.env'), text.replace('"https://dapp.example","http://localhost:5173"', ''))
  expect(await projects()).toMatchObject([{ vouchedOrigins: [] }])
  const again = await run(folder, '--dapp', 'https://dapp.example')
  expect([await projects(), again.printed]).toMatchObject([
    [{ vouchedOrigins: [] }],
    expect.not.stringContaining('Pages you answer for'),
  ])
  await run(folder, '--dapp', 'https://two.example', '--smtp', 'smtp://127.0.0.1:25')
  expect(await projects()).toMatchObject([{ vouchedOrigins: ['https://two.example'] }])
  expect((await readConfig(await valuesOf('nodes.env'))).projects).toMatchObject(await projects())
})

test('a folder whose settings can’t be kept is left as it is, and the sentence names what is wrong', async () => {
  await run(folder, ...(await whole()))
  const before = await Promise.all(names.map(textOf))
  const refused = async (...args: string[]) => {
    const { code, complained } = await run(folder, ...args)
    expect([code, await Promise.all(names.map(textOf))]).toEqual([expect.any(Number), before])
    expect(code).toBeGreaterThan(0)
    return complained
  }
  expect(await refused('--wallet', 'https://other.example')).toContain("The wallet's origin is")
  expect(await refused('--postgres', 'postgres://admin:hidden@127.0.0.1:1/postgres')).toMatch(/lives in .*nodes-data/)
  expect(await refused('--walet', 'https://wallet.example')).toContain('Did you mean wallet?')
  expect(await refused('--dapp', 'dapp.example')).toMatch(/^--dapp must be an origin/)
  expect(await refused('--smtp')).toContain('followed by its value')
  expect(await refused('--chains', join(root, 'nowhere.json'))).toMatch(/^--chains .*ENOENT/)
  expect((await run()).complained).toContain('setup needs one folder')
  expect((await run(join(root, 'new'))).complained).toContain('--wallet https://wallet.example')
  expect(await readdir(root)).not.toContain('new')
  await writeFile(join(folder, 'keeper.env'), "KEEPER_KEYS='2026-01:\nmore'\n")
  const { code, complained } = await run(folder)
  expect([code, complained]).toEqual([1, expect.stringContaining('KEEPER_KEYS must be keys')])
})

const ofPostgres = inject('sharedPostgres')
async function ask<Row extends pg.QueryResultRow>(url: string, query: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end()
  }
}
afterAll(async () => {
  for (const name of ['foyer_nodes', 'foyer_keeper']) {
    await ask(ofPostgres, `drop database if exists ${name} with (force)`)
    await ask(ofPostgres, `drop role if exists ${name}`)
  }
})

test('on a PostgreSQL each service gets a database that it alone enters; what an earlier call was kept from is done by the next', async () => {
  const away = new URL(ofPostgres)
  away.port = '1'
  away.password = 'hidden'
  const failed = await run(folder, ...first, '--postgres', away.href)
  expect([failed.code, failed.complained]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  expect(failed.complained).not.toContain('hidden')
  const kept = await Promise.all([valuesOf('nodes.env'), valuesOf('keeper.env')])
  // The address that failed is the one that was written: an operator corrects it.
  for (const name of ['nodes.env', 'keeper.env'] as const)
    await writeFile(join(folder, name), (await textOf(name)).replace(':1/', `:${new URL(ofPostgres).port}/`))
  expect(await run(folder, '--postgres', ofPostgres)).toMatchObject({ code: 0, complained: '' })
  expect(await run(folder, '--postgres', ofPostgres)).toMatchObject({ code: 0, complained: '' })
  const [nodes, keeper] = [
    (await valuesOf('nodes.env')).DATABASE_URL ?? '',
    (await valuesOf('keeper.env')).KEEPER_DATABASE_URL ?? '',
  ]
  expect([nodes, keeper].map((url) => new URL(url).password)).toEqual([
    new URL(kept[0].DATABASE_URL ?? '').password,
    new URL(kept[1].KEEPER_DATABASE_URL ?? '').password,
  ])
  const whoIs =
    'select current_user, pg_catalog.pg_get_userbyid(datdba) as owner, rolsuper from pg_database, pg_roles where datname = current_database() and rolname = current_user'
  expect(await ask(nodes, whoIs)).toEqual([{ current_user: 'foyer_nodes', owner: 'foyer_nodes', rolsuper: false }])
  expect(await ask(keeper, whoIs)).toEqual([{ current_user: 'foyer_keeper', owner: 'foyer_keeper', rolsuper: false }])
  // Another installation doesn't take these over.
  const other = await run(join(root, 'other'), ...first, '--postgres', ofPostgres)
  expect([other.code, other.complained]).toEqual([1, expect.stringContaining('a role foyer_nodes already')])
})

test('a role gets the password that its service’s file has, whichever call makes it', async () => {
  const said = {
    walletOrigin: 'https://wallet.example',
    publicUrl: 'https://foyer.example',
    dapps: [],
    postgres: ofPostgres,
  }
  const [none, now] = [{ nodes: {}, keeper: {}, wallet: {} }, new Date(0)]
  const made = await settingsFor({ before: none, said, folder, now })
  const again = await settingsFor({ before: made.settings, said, folder, now })
  for (const { settings, stores } of [made, again])
    expect(stores.map(({ password }) => password)).toEqual(
      [settings.nodes.DATABASE_URL, settings.keeper.KEEPER_DATABASE_URL].map((url) => new URL(url ?? '').password),
    )
  expect(again.settings).toEqual(made.settings)
})
