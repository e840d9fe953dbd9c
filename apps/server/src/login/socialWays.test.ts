import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import {
  beginSocialCall,
  exchangeSocialCall,
  openChannelCall,
  pollChannelCall,
  readSocialCall,
  showSocialCall,
} from '@foyer/login/socialCalls'
import type { Database } from '@foyer/service/db/database'
import { client, withProviders } from '@foyer/service-testing/localProviders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, type TestLogin } from './test/openLogin.js'

/* What a provider's word comes by is one way a provider: no login takes that of another. */

let database: Database
let login: TestLogin
let maple: TestDevice
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
const startProviders = withProviders()
beforeEach(async () => {
  await emptyLogin(database)
  let at = 0
  const running = await startProviders({ now: () => at })
  const own = { clientId: client.id, clientSecret: client.secret }
  const nowhere = 'http://127.0.0.1:9'
  const socials = {
    google: { ...own, issuer: running.at('google') },
    apple: { clientId: client.id, issuer: running.at('apple') },
    github: { ...own, at: running.at('github') },
    farcaster: {
      rpcUrl: nowhere,
      idRegistry: '0x00000000000000000000000000000000000000a1',
      relayUrl: nowhere,
    } as const,
  }
  login = await openLogin({ database, login: { socials } })
  at = login.api.time
  maple = await createDevice()
})

const begin = async (provider: string, by = maple, options: Parameters<TestLogin['ask']>[3] = {}) => {
  const social = newId()
  const answer = await login.ask(beginSocialCall, by, { social, provider, projectId: 'demo', site }, options)
  return { social, answer }
}

const verifier = encodeBytes(randomBytes(32))
const ways: readonly (readonly [SignedCall, object, readonly string[]])[] = [
  [readSocialCall, {}, ['farcaster']],
  [exchangeSocialCall, { code: 'code', verifier }, ['apple', 'github', 'farcaster']],
  [showSocialCall, { token: 'token' }, ['farcaster']],
  [openChannelCall, {}, ['google', 'apple', 'github']],
  [pollChannelCall, { channel: 'channel1' }, ['google', 'apple', 'github']],
]

test.each(ways)('[F7] a login at a provider of another way is refused by $id', async (call, payload, refused) => {
  for (const provider of refused) {
    const { social, answer } = await begin(provider)
    expect(answer.status).toBe(204)
    const reason = await reasonOf(await login.ask(call, maple, { social, ...payload }))
    expect([provider, ...reason]).toEqual([provider, 403, 'social_refused', 'provider'])
  }
})

test('[F2] whoever shares a network with strangers begins on a device of theirs, twenty logins an hour, and other networks and devices do all the same', async () => {
  const [known, other] = [await createDevice(), await createDevice()]
  await login.logIn({ by: known, email: 'ada@mail.example' })
  await login.logIn({ by: other, email: 'bob@mail.example' })
  const on = await login.another({ config: { login: login.config, trustedProxies: ['203.0.113.77'] } })
  const begins = async (by = maple, network = '198.51.100.1') =>
    (await begin('google', by, { on, headers: { 'x-forwarded-for': network } })).answer.status
  for (let count = 0; count < 60; count += 1) expect(await begins()).toBe(204)
  expect([await begins(), await begins(maple, '192.0.2.1')]).toEqual([429, 204])
  for (let count = 0; count < 20; count += 1) expect(await begins(known)).toBe(204)
  expect([await begins(known), await begins(other)]).toEqual([429, 204])
  on.time += 3_600_000
  expect([await begins(), await begins(known)]).toEqual([204, 204])
})
