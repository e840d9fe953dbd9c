import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './readConfig.js'
import { unknownVariables, withFiles } from './variables.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-secrets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const fileOf = async (text: string) => {
  const path = join(folder, 'secret')
  await writeFile(path, text)
  return path
}

test('each variable may be a file, whose last line break is left out', async () => {
  const config = await readConfig({ ADMIN_TOKEN_FILE: await fileOf(`${'a'.repeat(32)}\n`), PORT: '' })
  expect([config.adminToken, config.port]).toEqual(['a'.repeat(32), 8787])
})

test('a password beside the address of the database is put into it, whatever signs it has', async () => {
  const config = await readConfig({
    DATABASE_URL: 'postgres://foyer@postgres:5432/foyer',
    DATABASE_PASSWORD_FILE: await fileOf('p@ss/w:rd%20'),
  })
  const url = config.database.kind === 'postgres' ? new URL(config.database.url) : expect.fail()
  expect([decodeURIComponent(url.password), url.host, url.username]).toEqual(['p@ss/w:rd%20', 'postgres:5432', 'foyer'])
})

test('a file that is not there and a variable said twice are problems, told without their values', async () => {
  expect(
    await withFiles({ METRICS_TOKEN_FILE: '/nowhere/canary', REDIS_URL: 'canary', REDIS_URL_FILE: 'canary' }),
  ).toEqual({
    said: { REDIS_URL: 'canary' },
    problems: [
      'REDIS_URL and REDIS_URL_FILE are both set: keep one of them.',
      "METRICS_TOKEN_FILE names a file that can't be read (ENOENT).",
    ],
  })
})

test('what is probably meant for the server and unknown to it is named, and nothing else of the environment', () => {
  const usual = { PATH: '/bin', HOME: '/', HOSTNAME: 'a', NODE_ENV: 'production', PWD: '/', TERM: 'x', LANG: 'C' }
  expect(unknownVariables({ ...usual, ADMIN_TOKEN_FILE: 'x', PORT: '1' })).toEqual([])
  expect(unknownVariables({ ADMIN_TOKN: 'canary', REDIS_URLS_FILE: 'canary', RELAY_LIMIT: 'canary' })).toEqual([
    'ADMIN_TOKN is not a variable of this server, and is ignored. Is ADMIN_TOKEN meant?',
    'REDIS_URLS_FILE is not a variable of this server, and is ignored. Is REDIS_URL meant?',
    'RELAY_LIMIT is not a variable of this server, and is ignored.',
  ])
})

test('readiness ends some seconds before the port closes where a proxy stands in front, and as long as is said', async () => {
  const drainSeconds = async (env: Record<string, string>) => (await readConfig(env)).drainSeconds
  expect(await drainSeconds({})).toBe(0)
  expect(await drainSeconds({ TRUSTED_PROXIES: '10.0.0.0/8' })).toBe(5)
  expect(await drainSeconds({ TRUSTED_PROXIES: '10.0.0.0/8', DRAIN_SECONDS: '0' })).toBe(0)
})
