import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { describe, expect, test } from 'vitest'
import { readKeeperConfig, readKeeperStore } from './keeperConfig.js'
import { keysNamed } from './test/keeperWorld.js'

const key = keysNamed('one', 1)
const secret = await createKeeperSecret([key])
const needed = {
  KEEPER_KEYS: `one:${Buffer.from(key.bytes).toString('base64')}`,
  KEEPER_SECRET: JSON.stringify(secret),
  KEEPER_SMTP_URL: 'smtps://keeper@mail.example:465',
  KEEPER_MAIL_FROM: 'Keeper <keeper@wallet.example>',
  WALLET_ORIGIN: 'https://wallet.example',
}
const problemsOf = (env: Record<string, string>): Promise<readonly string[]> =>
  readKeeperConfig(env).then(
    () => [],
    ({ problems }) => problems,
  )

describe('what a keeper is told', () => {
  test('is as it stands by itself where only what it needs is said', async () => {
    expect(await readKeeperConfig(needed)).toEqual({
      database: { kind: 'directory', path: 'keeper-data' },
      keys: [key],
      secret,
      walletOrigin: 'https://wallet.example',
      smtp: { url: needed.KEEPER_SMTP_URL, from: needed.KEEPER_MAIL_FROM },
      ...{
        host: '127.0.0.1',
        port: 8789,
        holdMs: 24 * 3_600_000,
        deletionMs: 24 * 3_600_000,
        trustedProxies: [],
        logLevel: 'info',
      },
      ...{ redisUrl: undefined, placeHeader: undefined, loginUrl: undefined, metricsToken: undefined },
    })
  })

  test('is taken word by word where all of it is said', async () => {
    const more = {
      ...{ KEEPER_HOST: '0.0.0.0', KEEPER_PORT: '0', KEEPER_HOLD_HOURS: '48', KEEPER_LOG_LEVEL: 'warn' },
      ...{ KEEPER_DATABASE_URL: 'postgres://keeper@db/keeper', KEEPER_DATABASE_PASSWORD: 'p@ss' },
      ...{ KEEPER_DATABASE_CONNECTIONS: '7', KEEPER_REDIS_URL: 'redis://shared:6379' },
      ...{ KEEPER_TRUSTED_PROXIES: '10.42.7.0/24, 10.1.1.1', KEEPER_PLACE_HEADER: 'X-Place' },
      KEEPER_METRICS_TOKEN: 'a-token-of-the-keeper',
    }
    expect(await readKeeperConfig({ ...needed, ...more })).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://keeper:p%40ss@db/keeper', connections: 7 },
      ...{ host: '0.0.0.0', port: 0, holdMs: 48 * 3_600_000, logLevel: 'warn', redisUrl: 'redis://shared:6379' },
      ...{ trustedProxies: ['10.42.7.0/24', '10.1.1.1'], placeHeader: 'X-Place' },
      metricsToken: 'a-token-of-the-keeper',
    })
  })

  test.each(['0', '720'])('lets a new device wait %s hours', async (hours) => {
    const { holdMs } = await readKeeperConfig({ ...needed, KEEPER_HOLD_HOURS: hours })
    expect(holdMs).toBe(Number(hours) * 3_600_000)
  })

  test.each([
    [{}, 24],
    [{ KEEPER_HOLD_HOURS: '48' }, 48],
    [{ KEEPER_HOLD_HOURS: '1', KEEPER_DELETION_HOURS: '1' }, 1],
    [{ KEEPER_HOLD_HOURS: '0', KEEPER_DELETION_HOURS: '0' }, 0],
  ])('lets a wallet wait for its deletion: %j', async (said, hours) => {
    const { deletionMs } = await readKeeperConfig({ ...needed, ...said })
    expect(deletionMs).toBe(hours * 3_600_000)
  })

  test('and never shorter than a new device waits', async () => {
    expect(await problemsOf({ ...needed, KEEPER_DELETION_HOURS: '23' })).toEqual([
      'KEEPER_DELETION_HOURS must be no less than KEEPER_HOLD_HOURS.',
    ])
  })

  test.each(['https://login.example/path', 'login.example'])(
    'takes no address of the login server such as %s',
    async (url) => {
      expect(await problemsOf({ ...needed, KEEPER_LOGIN_URL: url })).toEqual([
        'KEEPER_LOGIN_URL must be an origin such as http://login.internal:8787.',
      ])
    },
  )

  test.each(['721', '1.5', '-1', 'x'])('and not %s', async (hours) => {
    expect(await problemsOf({ ...needed, KEEPER_HOLD_HOURS: hours })).toEqual([
      'KEEPER_HOLD_HOURS must be a whole number from 0 to 720.',
    ])
  })

  test('names one place of its data, and both where two are said', async () => {
    const [url, folder] = ['postgres://keeper@db/keeper', '/var/lib/keeper']
    expect((await readKeeperConfig({ ...needed, KEEPER_DATA_DIR: folder })).database).toEqual({
      kind: 'directory',
      path: folder,
    })
    expect(await problemsOf({ ...needed, KEEPER_DATABASE_URL: url, KEEPER_DATA_DIR: folder })).toEqual([
      'KEEPER_DATABASE_URL and KEEPER_DATA_DIR are both set: keep the one where the data is to live.',
    ])
  })

  test.each([
    ['is missing', { KEEPER_KEYS: '' }, 'KEEPER_KEYS is missing.'],
    ['is missing', { WALLET_ORIGIN: '' }, 'WALLET_ORIGIN is missing.'],
    [
      'is missing',
      { KEEPER_SMTP_URL: '', KEEPER_MAIL_FROM: '' },
      'KEEPER_SMTP_URL is missing. KEEPER_MAIL_FROM is missing.',
    ],
    ['is missing', { KEEPER_SMTP_URL: '' }, 'KEEPER_SMTP_URL is missing.'],
    ['is missing', { KEEPER_MAIL_FROM: '' }, 'KEEPER_MAIL_FROM is missing.'],
    ['is missing', { KEEPER_SECRET: '' }, 'KEEPER_SECRET is missing.'],
    [
      'is no JSON',
      { KEEPER_SECRET: 'canary' },
      'KEEPER_SECRET must be JSON: the first line that foyer-keeper keys prints.',
    ],
    [
      'isn’t what the keeper made',
      { KEEPER_SECRET: JSON.stringify({ ...secret, sealed: 7 }) },
      'KEEPER_SECRET must be JSON: the first line that foyer-keeper keys prints.',
    ],
    ['is no header’s name', { KEEPER_PLACE_HEADER: 'canary: x' }, 'KEEPER_PLACE_HEADER must be the name of a header.'],
  ])('is refused by its name, without its value, where something %s', async (_, change, sentence) => {
    expect((await problemsOf({ ...needed, ...change })).join(' ')).toBe(sentence)
  })

  test('names a file that can’t be read beside what else is wrong', async () => {
    const { KEEPER_SMTP_URL: _, ...unsaid } = needed
    const problems = await problemsOf({ ...unsaid, KEEPER_SMTP_URL_FILE: '/none/at/all', KEEPER_HOLD_HOURS: 'x' })
    expect(problems).toHaveLength(2)
    expect(problems.join()).toMatch(/KEEPER_SMTP_URL_FILE names a file that can't be read.*KEEPER_HOLD_HOURS/)
    const folder = await mkdtemp(join(tmpdir(), 'foyer-keeper-config-'))
    await writeFile(join(folder, 'smtp'), `${needed.KEEPER_SMTP_URL}\n`)
    const config = await readKeeperConfig({ ...unsaid, KEEPER_SMTP_URL_FILE: join(folder, 'smtp') })
    expect(config.smtp.url).toBe(needed.KEEPER_SMTP_URL)
    await rm(folder, { recursive: true })
  })
})

test('the commands beside serving need the keys and the place alone', async () => {
  const { KEEPER_KEYS } = needed
  const database = { kind: 'directory', path: 'keeper-data' }
  expect(await readKeeperStore({ KEEPER_KEYS })).toEqual({ database, keys: [key], secret: null })
  expect((await readKeeperStore({ KEEPER_KEYS, KEEPER_SECRET: needed.KEEPER_SECRET })).secret).toEqual(secret)
  await expect(readKeeperStore({})).rejects.toMatchObject({ problems: ['KEEPER_KEYS is missing.'] })
})
