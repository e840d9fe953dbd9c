import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@foyer/service/config/readVariables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../start.js'
import { namelessOutside } from './config.js'
import { readConfig } from './readConfig.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const chainsFile = async (content: unknown) => {
  const path = join(folder, 'chains.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const mainnet = {
  id: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: ['https://node.example/key'],
}
const problemsOf = async (env: Record<string, string>) => {
  const error = await readConfig(env).catch((cause: unknown) => cause)
  if (!(error instanceof ConfigError)) throw new Error('It was accepted.')
  return error.problems
}

test('nothing set is a server of its own folder on the own machine', async () => {
  expect(await readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    database: { kind: 'directory', path: 'data' },
    logLevel: 'info',
    chains: [],
    projects: [],
    trustedProxies: [],
    rateLimit: { perSecond: 100, burst: 2000 },
    upstreamTimeoutMs: 5000,
  })
})

test('everything set is read', async () => {
  const token = { address: `0x${'ab'.repeat(20)}`, symbol: 'T', name: 'Token', decimals: 6 }
  const uniswapV2 = { factory: token.address, weth: token.address, stable: { address: token.address, decimals: 6 } }
  const config = await readConfig({
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://foyer.example',
    PORT: '0',
    DATABASE_URL: 'postgres://foyer@db/foyer',
    REDIS_URL: 'rediss://cache:6379/2',
    PICTURES_URL: 's3://foyer-pictures/nodes/one/',
    PICTURES_ENDPOINT: 'https://objects.example/',
    PICTURES_ACCESS_KEY: 'access-key',
    PICTURES_SECRET_KEY: 'secret/key',
    METRICS_TOKEN: 'a-token-of-the-operator',
    LOG_LEVEL: 'warn',
    CHAINS: await chainsFile([{ ...mainnet, tokens: [token], uniswapV2 }]),
    PROJECTS:
      '[{"id":"foyer-demo","name":"Demo","allowedOrigins":["https://*.demo.example"],"vouchedOrigins":["https://App.demo.example"],"development":true}]',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    RATE_LIMIT_PER_SECOND: '5',
    RATE_LIMIT_BURST: '50',
    UPSTREAM_TIMEOUT_MS: '900',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    database: { kind: 'postgres', url: 'postgres://foyer@db/foyer' },
    redisUrl: 'rediss://cache:6379/2',
    pictures: {
      kind: 'bucket',
      bucket: 'foyer-pictures',
      prefix: 'nodes/one',
      endpoint: 'https://objects.example',
      region: 'us-east-1',
      credentials: { kind: 'key', accessKey: 'access-key', secretKey: 'secret/key' },
    },
    metricsToken: 'a-token-of-the-operator',
    logLevel: 'warn',
    chains: [{ ...mainnet, iconUrl: '', tokens: [{ ...token, iconUrl: '' }], uniswapV2 }],
    projects: [
      {
        id: 'foyer-demo',
        name: 'Demo',
        allowedOrigins: ['https://*.demo.example'],
        vouchedOrigins: ['https://app.demo.example'],
        analyticsEnabled: false,
        development: true,
      },
    ],
    trustedProxies: ['10.0.0.0/8', '::1'],
    rateLimit: { perSecond: 5, burst: 50 },
    upstreamTimeoutMs: 900,
  })
})

test('pictures are beside the data, or where it is said; several servers have to say where', async () => {
  const picturesOf = async (env: Record<string, string>) => (await readConfig(env)).pictures
  const several = { DATABASE_URL: 'postgres://db/foyer', REDIS_URL: 'redis://cache' }
  expect(await picturesOf({})).toEqual({ kind: 'folder', path: 'data/pictures' })
  expect(await picturesOf({ DATA_DIR: '/srv/foyer' })).toEqual({ kind: 'folder', path: '/srv/foyer/pictures' })
  expect(await picturesOf({ ...several, PICTURES_DIR: '/shared' })).toEqual({ kind: 'folder', path: '/shared' })
  expect(await problemsOf(several)).toEqual([expect.stringMatching(/^PICTURES_DIR or PICTURES_URL must be set/)])
  expect(await problemsOf({ PICTURES_URL: 's3://bucket', PICTURES_DIR: '/shared' })).toEqual([
    'PICTURES_DIR and PICTURES_URL are both set: keep the one where the pictures are to live.',
    expect.stringMatching(/^PICTURES_URL needs PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY, or a role: /),
  ])
  const keys = { PICTURES_ACCESS_KEY: 'access-key', PICTURES_SECRET_KEY: 'secret/key' }
  for (const PICTURES_URL of [
    'https://bucket',
    's3://',
    's3://Bucket',
    's3://bucket/a b',
    's3://bucket//a',
    's3://a',
  ]) {
    expect(await problemsOf({ ...keys, PICTURES_URL })).toEqual([expect.stringMatching(/^PICTURES_URL must be/)])
  }
})

test('the credentials of a bucket are its own, or those of a role as the SDKs of AWS name them', async () => {
  const credentialsOf = async (env: Record<string, string>) => {
    const { pictures } = await readConfig({ PICTURES_URL: 's3://bucket', PICTURES_REGION: 'eu-central-1', ...env })
    return pictures?.kind === 'bucket' ? pictures.credentials : expect.fail()
  }
  const own = { PICTURES_ACCESS_KEY: 'own-key-id', PICTURES_SECRET_KEY: 'own-secret' }
  const ofAws = { AWS_ACCESS_KEY_ID: 'aws-key-id', AWS_SECRET_ACCESS_KEY: 'aws-secret', AWS_SESSION_TOKEN: 'a-session' }
  const pod = { AWS_ROLE_ARN: 'arn:aws:iam::1:role/foyer', AWS_WEB_IDENTITY_TOKEN_FILE: '/run/token' }
  const container = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/1' }
  const all = { ...container, ...pod, ...ofAws, ...own }
  expect(await credentialsOf(all)).toMatchObject({ kind: 'key', accessKey: 'own-key-id', secretKey: 'own-secret' })
  expect(await credentialsOf({ ...container, ...pod, ...ofAws })).toEqual({
    ...{ kind: 'key', accessKey: 'aws-key-id', secretKey: 'aws-secret', sessionToken: 'a-session' },
  })
  const url = 'https://sts.eu-central-1.amazonaws.com'
  const role = 'arn:aws:iam::1:role/foyer'
  expect(await credentialsOf({ ...container, ...pod })).toEqual({
    ...{ kind: 'webIdentity', url, role, tokenFile: '/run/token' },
  })
  expect(await credentialsOf(container)).toMatchObject({
    kind: 'container',
    url: 'http://169.254.170.2/v2/credentials/1',
  })
  const full = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials' }
  expect(await credentialsOf(full)).toMatchObject({ kind: 'container', url: 'http://169.254.170.23/v1/credentials' })
})

test('[W12] a server that other machines reach has to say by which name, by whatever way it is started', async () => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'foyer.example', '127.0.0.1.example', 'localhost.example']) {
    expect(await problemsOf({ HOST })).toEqual([namelessOutside])
    expect((await readConfig({ HOST, PUBLIC_URL: 'https://foyer.example' })).publicUrl).toBe('https://foyer.example')
    await expect(startServer({ host: HOST, logLevel: 'silent' })).rejects.toThrow(ConfigError)
  }
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
    expect((await readConfig({ HOST })).publicUrl).toBe(undefined)
  }
})

test('all invalid values are reported at once, each by its variable and none by its value', async () => {
  const problems = await problemsOf({
    HOST: 'secret/host',
    PORT: '70000',
    DATABASE_URL: 'mysql://user:secret@db',
    DATA_DIR: 'data',
    REDIS_URL: 'http://secret',
    METRICS_TOKEN: 'secret',
    LOG_LEVEL: 'secret',
    CHAINS: join(folder, 'secret.json'),
    PROJECTS: '{secret',
    TRUSTED_PROXIES: 'secret',
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_BURST: 'secret',
    UPSTREAM_TIMEOUT_MS: '1.5',
  })
  expect(problems).toEqual([
    'HOST must be an address or a host name to listen on, without a port.',
    'PORT must be a whole number from 0 to 65535.',
    'DATABASE_URL must be an address that begins with postgres://.',
    'REDIS_URL must be an address that begins with redis:// or rediss://.',
    'METRICS_TOKEN must have 16 characters at least.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    'TRUSTED_PROXIES must be addresses or networks such as "10.42.7.3" or "10.42.7.0/24", with commas between.',
    'RATE_LIMIT_PER_SECOND must be a whole number from 1 to 1000000.',
    'RATE_LIMIT_BURST must be a whole number from 1 to 1000000.',
    'UPSTREAM_TIMEOUT_MS must be a whole number from 1 to 60000.',
    'DATABASE_URL and DATA_DIR are both set: keep the one where the data is to live.',
    expect.stringMatching(/^PICTURES_DIR or PICTURES_URL must be set/),
    namelessOutside,
    "CHAINS names a file that can't be read (ENOENT).",
    'PROJECTS: the whole must be JSON, as foyer-server setup writes it into nodes.env.',
  ])
})

test.each([
  ['not JSON', 'the whole must be JSON, the README shows it'],
  [{}, 'the whole must be Array'],
  [[{ ...mainnet, id: 'ethereum' }], '"0.id" must be a CAIP-2 id such as "eip155:1"'],
  [[{ ...mainnet, upstreams: [] }], '"0.upstreams" must name at least one upstream'],
  [[{ ...mainnet, upstreams: ['wss://secret'] }], '"0.upstreams.0" must be an http or https address'],
  [[{ ...mainnet, rpc: 'secret' }], '"0.rpc" is not known'],
  [[{ ...mainnet, id: 'eip155:31337', name: undefined }], '"0.name" is missing'],
  [[mainnet, mainnet], 'the whole must name each network once'],
  [[{ ...mainnet, history: { kind: 'blockscout' } }], '"0.history.url" is missing'],
])('a file of networks is read strictly: %j', async (content, sentence) => {
  expect(await problemsOf({ CHAINS: await chainsFile(content) })).toEqual([`CHAINS: ${sentence}.`])
})

test.each([
  [{ id: 'a b', name: 'A' }, '"0.id" must be letters, digits, "-" and "_"'],
  [{ id: 'a', name: '' }, '"0.name" must not be empty'],
  [
    { id: 'a', name: 'A', allowedOrigins: ['*'] },
    '"0.allowedOrigins.0" must be an origin such as "https://dapp.example" or a pattern such as "https://*.dapp.example"',
  ],
  [
    { id: 'a', name: 'A', allowedOrigins: ['*.a.example'], vouchedOrigins: ['https://*.a.example'] },
    '"0.vouchedOrigins.0" must be one origin such as "https://dapp.example": no pattern, and https or on this machine',
  ],
  [
    { id: 'a', name: 'A', allowedOrigins: ['https://a.example'], vouchedOrigins: ['https://b.example'] },
    '"0.vouchedOrigins" must be among the allowed origins, each of them',
  ],
])('projects are read strictly: %j', async (project, sentence) => {
  expect(await problemsOf({ PROJECTS: JSON.stringify([project]) })).toEqual([`PROJECTS: ${sentence}.`])
})

test('keys and tokens of the operator are read, and never repeated where they are wrong', async () => {
  const key = Buffer.alloc(32, 5).toString('base64')
  const config = await readConfig({
    ADMIN_TOKEN: 'a-token-of-the-operator-0123456789',
    SESSION_KEYS: `2026:${key}, 2025:${key}`,
    EVENT_RETENTION_DAYS: '7',
    HISTORY_RETENTION_DAYS: '30',
  })
  expect(config).toMatchObject({
    adminToken: 'a-token-of-the-operator-0123456789',
    eventRetentionDays: 7,
    historyRetentionDays: 30,
  })
  expect(config.sessionKeys.map(({ name }) => name)).toEqual(['2026', '2025'])
  expect(await readConfig({})).toMatchObject({
    adminToken: undefined,
    eventRetentionDays: 90,
    historyRetentionDays: undefined,
    sessionKeys: [],
  })
  expect(
    await problemsOf({ ADMIN_TOKEN: 'canary', SESSION_KEYS: `canary:${key.slice(8)}`, EVENT_RETENTION_DAYS: '0' }),
  ).toEqual([
    'ADMIN_TOKEN must have 32 to 256 characters, without spaces.',
    'EVENT_RETENTION_DAYS must be a whole number from 1 to 3650.',
    expect.stringMatching(/^SESSION_KEYS.* must be keys such as "2026-01:/),
  ])
})

test('a key alone switches a provider on, with what a free one allows', async () => {
  expect((await readConfig({})).providers).toEqual({})
  const { providers } = await readConfig({ ETHERSCAN_KEY: 'abcdefgh', ALCHEMY_KEY: 'ijklmnop' })
  expect(providers).toEqual({
    etherscan: { key: 'abcdefgh', budget: { perSecond: 3, perDay: 100_000 } },
    alchemy: { key: 'ijklmnop' },
  })
  expect(await problemsOf({ ETHERSCAN_KEY: 'with space', ALCHEMY_KEY: 'short' })).toEqual([
    'ETHERSCAN_KEY must have 8 to 256 characters, without spaces.',
    'ALCHEMY_KEY must have 8 to 256 characters, without spaces.',
  ])
})
