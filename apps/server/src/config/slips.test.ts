import { readKeeperConfig } from '@foyer/keeper/keeperConfig'
import { KeeperEnvironment } from '@foyer/keeper/keeperEnvironment'
import { ConfigError } from '@foyer/service/config/readVariables'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { describe, expect, test } from 'vitest'
import { createDevice, namedKey } from '../login/test/openLogin.js'
import { Environment } from './environment.js'
import { readConfig } from './readConfig.js'

const keyOf = (name: string, seed: number) => {
  const key = namedKey(name, seed)
  return { key, text: `${name}:${Buffer.from(key.bytes).toString('base64')}` }
}
const [ofSessions, ofLogin, ofKeeper] = [keyOf('one', 1), keyOf('two', 2), keyOf('three', 3)]
const secret = await createKeeperSecret([ofKeeper.key])

/** A server as it is set up, with a login. */
const server = {
  PUBLIC_URL: 'https://foyer.example',
  WALLET_ORIGIN: 'https://wallet.example',
  SESSION_KEYS: ofSessions.text,
  LOGIN_KEYS: ofLogin.text,
  LOGIN_KEEPER_KEY: (await createDevice()).device,
  SMTP_URL: 'smtps://a:b@mail.example:465',
  MAIL_FROM: 'Foyer <login@wallet.example>',
  ADMIN_TOKEN: 'a'.repeat(48),
  METRICS_TOKEN: 'm'.repeat(48),
}
const keeper = {
  WALLET_ORIGIN: 'https://wallet.example',
  KEEPER_KEYS: ofKeeper.text,
  KEEPER_SECRET: JSON.stringify(secret),
  KEEPER_SMTP_URL: 'smtps://a:b@mail.example:465',
  KEEPER_MAIL_FROM: 'Foyer <keeper@wallet.example>',
}

type Env = Readonly<Record<string, string>>
const programs = [
  { program: 'server', whole: server, read: readConfig, names: Object.keys(Environment.entries) },
  { program: 'keeper', whole: keeper, read: readKeeperConfig, names: Object.keys(KeeperEnvironment.entries) },
] as const

async function problemsOf(read: (env: Env) => Promise<unknown>, env: Env): Promise<readonly string[]> {
  const error = await read(env).catch((cause: unknown) => cause)
  if (error instanceof ConfigError) return error.problems
  throw new Error(`It was accepted, or is no sentence: ${String(error)}`)
}

/** What anything goes in: a password and a path, and a name of a role or a token that others gave. */
const anything = /^(DATA_DIR|KEEPER_DATA_DIR|PICTURES_DIR|(KEEPER_)?DATABASE_PASSWORD|AWS_.*)$/
/** Keys and tokens are any text without blanks. */
const anyWord =
  /^(ETHERSCAN_KEY|ALCHEMY_KEY|PICTURES_(ACCESS|SECRET)_KEY|PICTURES_SESSION_TOKEN|(KEEPER_)?METRICS_TOKEN|ADMIN_TOKEN)$/

describe.each(programs)('each setting of the $program', ({ whole, read, names }) => {
  test('as it is set up is taken, and an empty one is none', async () => {
    await read(whole)
    for (const name of names) if (!(name in whole)) await read({ ...whole, [name]: '' })
  })

  test.each(names)('%s in quotation marks, or with blanks around it, is a sentence that names it', async (name) => {
    const value = new Map<string, string>(Object.entries(whole)).get(name) ?? 'value'
    for (const quote of ['"', "'"])
      expect(await problemsOf(read, { ...whole, [name]: `${quote}${value}${quote}` })).toContain(
        `${name} has quotation marks around it, which are part of it here: take them away.`,
      )
    if (!/^[[{]/.test(value))
      for (const odd of [` ${value}`, `${value} `, `${value}\t`])
        expect(await problemsOf(read, { ...whole, [name]: odd })).toContain(
          `${name} has blanks at its beginning or its end: take them away.`,
        )
  })

  test.each(names.filter((name) => !anything.test(name) && !anyWord.test(name)))(
    '%s of a wrong kind is a sentence that names it, without what was said',
    async (name) => {
      const problems = await problemsOf(read, { ...whole, [name]: 'not~of canary' })
      expect(
        problems.filter((problem) => new RegExp(`^${name}:? (the whole )?(must|names)`).test(problem)),
      ).toHaveLength(1)
      expect(problems.join()).not.toContain('canary')
    },
  )

  test.each(names.filter((name) => /_(DIR|URL|HOST|PORT|KEYS|SECRET)$|^(HOST|PORT)$/.test(name)))(
    '%s that has a neighbour’s value is a sentence that names it',
    async (name) => {
      const neighbours = ['ftp://other.example', ...(/_DIR$/.test(name) ? ['s3://bucket', 'postgres://db/foyer'] : [])]
      for (const value of neighbours) {
        const problems = await problemsOf(read, { ...whole, [name]: value })
        expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
      }
    },
  )
})

test.each<[string, Env, string]>([
  [
    'HOST',
    { HOST: '127.0.0.1:8787', PUBLIC_URL: 'https://foyer.example' },
    'HOST must be an address or a host name to listen on, without a port.',
  ],
  ['HOST', { HOST: '8787' }, 'HOST must be an address or a host name to listen on, without a port.'],
  ['SMTP_URL', { SMTP_URL: 'smtps://a:b/c@mail.example:465' }, 'SMTP_URL must be an address such as'],
  ['SMTP_URL', { SMTP_URL: 'smtps://a:b@mail.example:port' }, 'SMTP_URL must be an address such as'],
  ['REDIS_URL', { REDIS_URL: 'redis://cache:port' }, 'REDIS_URL must be an address that begins with redis://'],
  ['METRICS_TOKEN', { METRICS_TOKEN: server.ADMIN_TOKEN }, 'ADMIN_TOKEN and METRICS_TOKEN are the same'],
  ['SESSION_KEYS', { SESSION_KEYS: ofLogin.text }, 'LOGIN_KEYS and SESSION_KEYS have the same key'],
  ['WALLET_ORIGIN', { WALLET_ORIGIN: server.PUBLIC_URL }, "WALLET_ORIGIN is this server's own (PUBLIC_URL)"],
  [
    'LOGIN_KEEPER_KEY',
    { LOGIN_KEEPER_KEY: JSON.stringify(secret.publicKeys) },
    'LOGIN_KEEPER_KEY must be the "signing" one',
  ],
  ['DATABASE_PASSWORD', { DATABASE_PASSWORD: 'p' }, 'DATABASE_PASSWORD belongs to a DATABASE_URL, which is missing.'],
  ['CHAINS', { CHAINS: '[{"id":"eip155:1"}]' }, 'CHAINS must be the path of a file: this is what stands in one.'],
  [
    'PROJECTS',
    { PROJECTS: 'shop' },
    'PROJECTS: the whole must be JSON, as foyer-server setup writes it into nodes.env.',
  ],
  ['PRICES', { PRICES: '[]' }, 'PRICES must be a JSON object, or the path of a file of one: this is a list.'],
])('%s that isn’t its own is told', async (_, said, sentence) => {
  const problems = await problemsOf(readConfig, { ...server, ...said })
  expect(problems).toEqual([expect.stringContaining(sentence)])
})

test.each<[string, Env, string]>([
  [
    'KEEPER_SECRET',
    { KEEPER_SECRET: JSON.stringify(secret.publicKeys) },
    'KEEPER_SECRET must be JSON: the first line that foyer-keeper keys prints.',
  ],
  [
    'KEEPER_DATABASE_PASSWORD',
    { KEEPER_DATABASE_PASSWORD: 'p' },
    'KEEPER_DATABASE_PASSWORD belongs to a KEEPER_DATABASE_URL, which is missing.',
  ],
  ['KEEPER_KEYS', { KEEPER_KEYS: keeper.KEEPER_SECRET }, 'KEEPER_KEYS must be keys such as'],
])('%s that isn’t its own is told', async (_, said, sentence) => {
  const problems = await problemsOf(readKeeperConfig, { ...keeper, ...said })
  expect(problems).toEqual([expect.stringContaining(sentence)])
})
