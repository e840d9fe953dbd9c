import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import type { NamedKey } from '@foyer/service/seal/namedKeys'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDevice, namedKey } from './login/test/openLogin.js'
import { type BuiltServer, buildServer, listening } from './test/buildServer.js'

let postgres: LentPostgres
let built: BuiltServer
beforeAll(() => {
  postgres = lendPostgres()
})
beforeEach(async () => {
  built = await buildServer()
})
afterEach(() => built.remove())
afterAll(() => postgres.stop())

const written = (...keys: readonly NamedKey[]) =>
  keys.map(({ name, bytes }) => `${name}:${Buffer.from(bytes).toString('base64')}`).join()

const [one, two] = [namedKey('2026-01', 1), namedKey('2026-02', 2)]
/** Another installation's: the month's name is the same. */
const another = namedKey('2026-01', 7)
const { device: keeperKey } = await createDevice()
const secretOf = async (key: NamedKey) => JSON.stringify(await createKeeperSecret([key]))
const secret = await secretOf(one)

const needed = {
  server: { PORT: '0' },
  login: {
    WALLET_ORIGIN: 'https://wallet.example',
    LOGIN_KEEPER_KEY: keeperKey,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'login@wallet.example',
  },
  keeper: {
    ...{ KEEPER_PORT: '0', KEEPER_KEYS: written(one), KEEPER_SECRET: secret, WALLET_ORIGIN: 'https://wallet.example' },
    ...{ KEEPER_SMTP_URL: 'smtp://127.0.0.1:9', KEEPER_MAIL_FROM: 'keeper@wallet.example' },
  },
} as const

type Program = 'server' | 'keeper'
interface Call {
  readonly program: Program
  readonly env: Record<string, string>
  readonly args?: readonly string[] | undefined
}

/** Runs a program until it answers or has ended. */
async function run({ program, env, args }: Call): Promise<{ code: number | null; said: string }> {
  const process = built.start({ program, args, env: { ...needed[program], ...env } })
  const answers = process.line(listening).then(
    () => true,
    () => false,
  )
  if (await answers) process.child.kill('SIGTERM')
  return { code: await process.ended, said: process.output() }
}
const starts = async (call: Call) => expect(await run(call)).toMatchObject({ code: 0 })
const refused = async (call: Call) => {
  const { code, said } = await run(call)
  expect([code, said]).toEqual([1, expect.not.stringMatching(/^ {4}at /m)])
  expect(said.trim().split('\n')).toHaveLength(1)
  return said.trim()
}

const tablesIn = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const query = `select schemaname || '.' || tablename as name from pg_tables
                 where schemaname not in ('pg_catalog', 'information_schema') order by 1`
  const { rows } = await client.query<{ name: string }>(query)
  await client.end()
  return rows.map(({ name }) => name)
}

const others = [
  { program: 'server', other: 'keeper', url: 'DATABASE_URL', otherUrl: 'KEEPER_DATABASE_URL' },
  { program: 'keeper', other: 'server', url: 'KEEPER_DATABASE_URL', otherUrl: 'DATABASE_URL' },
] as const

describe.each(others)('the $program', ({ program, other, url, otherUrl }) => {
  test(`refuses the ${other}’s PostgreSQL and leaves it as it is`, async () => {
    const address = await postgres.createDatabase()
    await starts({ program: other, env: { [otherUrl]: address } })
    const before = await tablesIn(address)
    expect(await refused({ program, env: { [url]: address } })).toBe(
      `The database of ${url} is the ${other}'s (its ${otherUrl}), and nothing was changed in it. Give this ${program} a database of its own.`,
    )
    expect(await tablesIn(address)).toEqual(before)
    await starts({ program: other, env: { [otherUrl]: address } })
  })

  test(`refuses the ${other}’s folder and leaves it as it is`, async () => {
    const [folder, otherFolder] = [url, otherUrl].map((name) => name.replace('DATABASE_URL', 'DATA_DIR'))
    const path = join(built.folder, 'data')
    await starts({ program: other, env: { [String(otherFolder)]: path } })
    const names = await readdir(path)
    expect(await refused({ program, env: { [String(folder)]: path } })).toBe(
      `The database of ${folder} is the ${other}'s (its ${otherFolder}), and nothing was changed in it. Give this ${program} a database of its own.`,
    )
    expect(await readdir(path)).toEqual(names)
    await starts({ program: other, env: { [String(otherFolder)]: path } })
  })

  test('refuses a PostgreSQL of something else and leaves it as it is', async () => {
    const address = await postgres.createDatabase()
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query('create table projects (id text primary key)')
    await client.end()
    expect(await refused({ program, env: { [url]: address } })).toBe(
      `The database of ${url} holds tables that aren't this ${program}'s, such as public.projects, and nothing was changed in it. Give this ${program} an empty database of its own.`,
    )
    expect(await tablesIn(address)).toEqual(['public.projects'])
  })
})

const folders = [
  ['server', 'DATA_DIR'],
  ['keeper', 'KEEPER_DATA_DIR'],
] as const

/** What a folder holds, all of it. */
const within = (path: string) => readdir(path, { recursive: true })

describe.each(folders)('the %s writes into no %s', (program, name) => {
  test('of a PostgreSQL itself, of another release of it, of something else, or that is none', async () => {
    const path = (of: string) => join(built.folder, of)
    const refuses = async (of: string, sentence: string) => {
      const before = await within(path(of)).catch(() => [])
      expect(await refused({ program, env: { [name]: path(of) } })).toBe(sentence)
      expect(await within(path(of)).catch(() => [])).toEqual(before)
    }
    await mkdir(path('cluster/base'), { recursive: true })
    await writeFile(path('cluster/PG_VERSION'), '16\n')
    await refuses(
      'cluster',
      `${name} names the data of a PostgreSQL itself (${path('cluster')}). Name a folder of this ${program}'s own, or that PostgreSQL's address in ${name.replace('DATA_DIR', 'DATABASE_URL')}. Nothing was written.`,
    )
    await mkdir(path('old/pglite/base'), { recursive: true })
    await writeFile(path('old/pglite/PG_VERSION'), '16\n')
    await refuses(
      'old',
      `The data in ${path('old')} (${name}) is of PostgreSQL 16, and this release has 18. Save it by backup with the release that wrote it, name a new folder, and bring it back by restore. Nothing was written.`,
    )
    await mkdir(path('strange/pglite'), { recursive: true })
    await writeFile(path('strange/pglite/readme'), '')
    await refuses(
      'strange',
      `The folder ${path('strange/pglite')}, below ${name}, holds no database. Name a folder of this ${program}'s own. Nothing was written.`,
    )
    await mkdir(path('photos/2026'), { recursive: true })
    await refuses(
      'photos',
      `The folder ${path('photos')} (${name}) holds what isn't this ${program}'s, such as "2026". Name an empty folder or one of its own. Nothing was written.`,
    )
    await writeFile(path('file'), '')
    await refuses(
      'file',
      `${path('file')} (${name}) can't be used as a folder (ENOTDIR). Name a folder that this ${program} may write to.`,
    )
    await refuses(
      'file/below',
      `${path('file/below')} (${name}) can't be used as a folder (ENOTDIR). Name a folder that this ${program} may write to.`,
    )
  })

  test('and takes one that is empty but for what a disk, an operator’s copies and it itself leave there', async () => {
    const path = join(built.folder, 'used')
    await mkdir(join(path, 'lost+found'), { recursive: true })
    await mkdir(join(path, 'pictures'))
    await writeFile(join(path, 'foyer.ndjson.gz'), '')
    await starts({ program, env: { [name]: path } })
  })
})

test('the embedded database is of the release of PostgreSQL that a folder is held to', async () => {
  const path = join(built.folder, 'data')
  await starts({ program: 'server', env: { DATA_DIR: path } })
  expect((await readFile(join(path, 'pglite/PG_VERSION'), 'utf8')).trim()).toBe('18')
})

describe('keys that a database was used with', () => {
  const login = (LOGIN_KEYS: string, more: Record<string, string>): Call => ({
    program: 'server',
    env: { ...needed.login, LOGIN_KEYS, ...more },
  })

  test.each(wholeOn(['DATA_DIR', 'DATABASE_URL'] as const))(
    'are needed by each node again (%s), until they are rotated as the guide says',
    async (place) => {
      const where = { [place]: place === 'DATA_DIR' ? join(built.folder, 'data') : await postgres.createDatabase() }
      const rotate = (keys: string) => ({ ...login(keys, where), args: ['rotate-login-keys'] })
      await starts(login(written(one), where))
      await starts(login(written(one), where))
      const sentence =
        'LOGIN_KEYS has another key "2026-01" than the one that this database was used with: with it no wallet here opens. Give the one of before, from its copy.'
      expect(await refused(login(written(another), where))).toBe(sentence)
      expect(await refused(rotate(written(another)))).toBe(sentence)
      const missing =
        'LOGIN_KEYS lacks the key "2026-01", which this database was used with: without it no wallet here opens. Give it again, after the current one; to be rid of it, run foyer-server rotate-login-keys with both.'
      expect(await refused(login(written(two), where))).toBe(missing)
      await starts(login(written(two, one), where))
      expect(await refused(login(written(one), where))).toContain('lacks the key "2026-02"')
      expect(await refused(login(written(two), where))).toBe(missing)
      expect(await run(rotate(written(two, one)))).toMatchObject({ code: 0 })
      // A node that still has the old one beside it doesn't make it needed again.
      await starts(login(written(two, one), where))
      await starts(login(written(two), where))
      expect(await refused(login(written(another), where))).toContain('lacks the key "2026-02"')
    },
  )

  test('the keeper’s are known to its database as well, those that it signs with among them', async () => {
    const where = { KEEPER_DATABASE_URL: await postgres.createDatabase() }
    const keeper = (keys: readonly NamedKey[], more: Record<string, string> = {}): Call => ({
      program: 'keeper',
      env: { KEEPER_KEYS: written(...keys), ...where, ...more },
    })
    await starts(keeper([one]))
    expect(await refused(keeper([another], { KEEPER_SECRET: await secretOf(another) }))).toContain(
      'KEEPER_KEYS has another key "2026-01" than the one that this database was used with',
    )
    expect(await refused(keeper([one], { KEEPER_SECRET: await secretOf(one) }))).toContain(
      'KEEPER_SECRET has other keys than those that this database was used with',
    )
    await starts(keeper([two, one]))
    const { code, said } = await run({ ...keeper([two, one]), args: ['rotate-keys'] })
    expect(code).toBe(0)
    const anew = said.split('\n').find((line) => line.startsWith('{')) ?? ''
    await starts(keeper([two], { KEEPER_SECRET: anew }))
  })
})

describe('a port that another program holds', () => {
  test.each([
    ['server', 'PORT'],
    ['keeper', 'KEEPER_PORT'],
  ] as const)('of the %s is told by its setting %s', async (program, setting) => {
    const holder = createServer().listen(0, '127.0.0.1')
    await expect.poll(() => holder.listening).toBe(true)
    const address = holder.address()
    const port = typeof address === 'object' && address !== null ? address.port : expect.fail()
    const said = await refused({ program, env: { [setting]: String(port) } })
    expect(said).toBe(
      `The ${program} can't listen on 127.0.0.1, port ${port} (EADDRINUSE). Another program holds it: stop that one, or set ${setting} to another.`,
    )
    holder.close()
  })
})
