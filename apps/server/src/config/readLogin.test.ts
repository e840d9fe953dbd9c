import { ConfigError } from '@foyer/service/config/readVariables'
import { expect, test } from 'vitest'
import { createDevice, namedKey } from '../login/test/openLogin.js'
import { readConfig } from './readConfig.js'

const key = `2026:${Buffer.alloc(32, 7).toString('base64')}`
const whole = async () => ({
  WALLET_ORIGIN: 'https://wallet.example',
  LOGIN_KEYS: key,
  LOGIN_KEEPER_KEY: (await createDevice()).device,
  SMTP_URL: 'smtps://user:password@mail.example:465',
  MAIL_FROM: 'Foyer <login@wallet.example>',
})
const problemsOf = async (env: Record<string, string>) => {
  const error = await readConfig(env).catch((cause: unknown) => cause)
  return error instanceof ConfigError ? error.problems : expect.fail('It was accepted.')
}

test('a login is read with its keys, and a code counts ten minutes where nothing is said', async () => {
  const { login } = await readConfig(await whole())
  expect(login).toMatchObject({ origin: 'https://wallet.example', keys: [namedKey('2026', 7)], codeMinutes: 10 })
  expect((await readConfig({})).login).toBe(undefined)
  const sponsorKey = `0x${'11'.repeat(32)}`
  expect(await readConfig({ ...(await whole()), SPONSOR_KEY: sponsorKey })).toMatchObject({ sponsorKey })
})

test('a login that is set up in part is refused, naming what is missing', async () => {
  const { LOGIN_KEYS: _, SMTP_URL: __, ...part } = await whole()
  const sentence = 'LOGIN_KEYS, SMTP_URL must be set as well: without it no one can log in by e-mail.'
  expect(await problemsOf(part)).toEqual([sentence])
  expect(await problemsOf({ LOGIN_CODE_MINUTES: '5' })).toHaveLength(1)
  expect(await problemsOf({ SPONSOR_KEY: `0x${'11'.repeat(32)}` })).toHaveLength(1)
})

test.each([
  ['WALLET_ORIGIN', 'https://wallet.example/page'],
  ['LOGIN_KEYS', '2026:short'],
  ['LOGIN_KEEPER_KEY', 'A'.repeat(40)],
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', 'Foyer <login@wallet.example>\r\nBcc: other@mail.example'],
  ['LOGIN_CODE_MINUTES', 'soon'],
  ['SPONSOR_KEY', '11'.repeat(32)],
  ['SPONSOR_KEY', `0x${'00'.repeat(32)}`],
  ['SPONSOR_KEY', `0x${'ff'.repeat(32)}`],
])('[F1] %s that is no such thing is refused without being repeated', async (name, value) => {
  const [problem = '', ...others] = await problemsOf({ ...(await whole()), [name]: value })
  expect([others, problem.includes(value)]).toEqual([[], false])
  expect(problem).toMatch(new RegExp(`^${name}(\\.0)? must be`))
})

test('[F1] a code counts 20 minutes at most', async () => {
  expect((await readConfig({ ...(await whole()), LOGIN_CODE_MINUTES: '20' })).login?.codeMinutes).toBe(20)
  expect(await problemsOf({ ...(await whole()), LOGIN_CODE_MINUTES: '21' })).toHaveLength(1)
})
