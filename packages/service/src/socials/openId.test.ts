import { chooseAccount, client, googlePage, withProviders } from '@foyer/service-testing/localProviders'
import { type LocalProviders, providerAccounts, type StatedClaims, unusedPort } from '@foyer/stack'
import { describe, expect, test } from 'vitest'
import { createOpenId } from './openId.js'
import { createProviderRest } from './providerRest.js'

const [redirectUri = ''] = client.redirectUris
const nonce = 'n'.repeat(43)
const verifier = 'v'.repeat(43)
const time = 1_700_000_000_000
const startProviders = withProviders()

/** A provider that states what it likes, and a server's view of it. */
async function open({ states }: { states?: (claims: StatedClaims) => StatedClaims } = {}) {
  const google = await startProviders({ now: () => time, states })
  return {
    google,
    openId: createOpenId({
      issuer: google.at('google'),
      clientId: client.id,
      rest: createProviderRest({ now: () => 0 }),
      now: () => time,
    }),
  }
}

const choose = (google: LocalProviders, changed?: Record<string, string>, as?: number) =>
  chooseAccount({ page: googlePage(google), nonce, verifier, changed, as })

const exchange = { verifier, redirectUri, clientSecret: client.secret }

test('[F7] a code is exchanged for what the provider states of the account, which is read', async () => {
  const { google, openId } = await open()
  expect(await openId.authorizeAt()).toBe(googlePage(google))
  const { code } = await choose(google)
  const idToken = await openId.exchange({ ...exchange, code })
  const { id: subject = '' } = providerAccounts[0] ?? {}
  const read = await openId.read({ idToken, nonce })
  expect(read).toEqual({ subject, email: 'ada@mail.test', userName: 'Ada Lovelace' })
})

test.each([
  ['another verifier', { verifier: 'w'.repeat(43) }],
  ['another address to lead back to', { redirectUri: `${redirectUri}/` }],
  ['another secret', { clientSecret: 'guess' }],
])('[F7] a code is refused with %s, and is used up by that', async (_, wrong) => {
  const { google, openId } = await open()
  const { code } = await choose(google)
  await expect(openId.exchange({ ...exchange, ...wrong, code })).rejects.toMatchObject({ code: 'social_refused' })
  if (!('clientSecret' in wrong))
    await expect(openId.exchange({ ...exchange, code })).rejects.toMatchObject({ code: 'social_refused' })
})

test('[F7] a code counts once', async () => {
  const { google, openId } = await open()
  const { code } = await choose(google)
  await openId.exchange({ ...exchange, code })
  await expect(openId.exchange({ ...exchange, code })).rejects.toMatchObject({ code: 'social_refused' })
})

test.each([
  ['of another client', { aud: 'other' }],
  ['of several clients', { aud: [client.id, 'other'] }],
  ['presented by another client', { azp: 'other' }],
  ['of another issuer', { iss: 'https://accounts.evil.example' }],
  ['of another login', { nonce: 'm'.repeat(43) }],
  ['of no login', { nonce: undefined }],
  ['that is over', { exp: time / 1000 - 61 }],
  ['that was made long ago', { iat: time / 1000 - 700 }],
  ['without a subject', { sub: undefined }],
  ['whose subject has blanks', { sub: 'a b' }],
])('[F7] a statement %s is refused', async (_, changed) => {
  const { google, openId } = await open({ states: (claims) => ({ ...claims, ...changed }) })
  const idToken = await openId.exchange({ ...exchange, ...(await choose(google)) })
  await expect(openId.read({ idToken, nonce })).rejects.toMatchObject({ code: 'social_refused' })
})

test.each([
  ['isn’t verified', { email_verified: false }],
  ['is said to be verified by a word', { email_verified: 'yes' }],
  ['isn’t there', { email: undefined }],
])('an address that %s lets nobody in', async (_, changed) => {
  const { google, openId } = await open({ states: (claims) => ({ ...claims, ...changed }) })
  const idToken = await openId.exchange({ ...exchange, ...(await choose(google)) })
  await expect(openId.read({ idToken, nonce })).rejects.toMatchObject({ code: 'email_unverified' })
})

test('[F7] a statement that the provider didn’t sign is refused: changed, unsigned, or by another’s key', async () => {
  const { google, openId } = await open()
  const other = await open()
  const idToken = await openId.exchange({ ...exchange, ...(await choose(google)) })
  const [head = '', body = '', signature = ''] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const forged = [
    `${head}.${part({ ...claims, sub: 'mallory' })}.${signature}`,
    `${part({ alg: 'none' })}.${body}.`,
    `${part({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'HS256' })}.${body}.${signature}`,
    await other.openId.exchange({ ...exchange, ...(await choose(other.google)) }),
    'nonsense',
  ]
  for (const each of forged)
    await expect(openId.read({ idToken: each, nonce })).rejects.toMatchObject({ code: 'social_refused' })
})

test('a provider that is away, or whose document is another’s, says nothing of anybody', async () => {
  const { google } = await open()
  const disguised = google.at('google').replace('127.0.0.1', 'localhost')
  for (const issuer of [`http://127.0.0.1:${await unusedPort()}`, disguised]) {
    const openId = createOpenId({
      issuer,
      clientId: client.id,
      rest: createProviderRest({ now: () => 0 }),
      now: () => time,
    })
    await expect(openId.authorizeAt()).rejects.toMatchObject({ code: 'provider_away' })
  }
})

test('[F7] the local provider leads nowhere but to the address that its client named, with PKCE alone', async () => {
  const { google } = await open()
  for (const wrong of [
    { redirect_uri: `${redirectUri}/other` },
    { redirect_uri: 'https://evil.example/social' },
    { client_id: 'other' },
    { code_challenge_method: 'plain' },
    { nonce: '' },
  ])
    expect(await choose(google, wrong)).toEqual({ status: 400, code: '', idToken: '', error: null })
  expect(await choose(google, {}, 7)).toEqual({ status: 302, code: '', idToken: '', error: 'access_denied' })
})

describe('Apple', () => {
  async function openApple({ states }: { states?: (claims: StatedClaims) => StatedClaims } = {}) {
    const apple = await startProviders({ now: () => time, states })
    const issuer = apple.at('apple')
    return {
      page: `${issuer}/auth/authorize`,
      openId: createOpenId({
        issuer,
        clientId: client.id,
        rest: createProviderRest({ now: () => 0 }),
        now: () => time,
        saysByWord: true,
      }),
    }
  }

  test('[S1.3] [F7] states an account at once, in a form: of this login, with a word for a verified address, and without a name', async () => {
    const { page, openId } = await openApple()
    expect(await openId.authorizeAt()).toBe(page)
    const { idToken } = await chooseAccount({ page, nonce, verifier })
    const { id: subject = '' } = providerAccounts[0] ?? {}
    expect(await openId.read({ idToken, nonce })).toEqual({ subject, email: 'ada@mail.test', userName: null })
    await expect(openId.read({ idToken, nonce: 'm'.repeat(43) })).rejects.toMatchObject({ code: 'social_refused' })
    expect((await chooseAccount({ page, nonce, verifier, as: 9 })).error).toBe('user_cancelled_authorize')
  })

  test.each(['false', 'yes', 1, undefined])('an address that is verified by %j lets nobody in', async (said) => {
    const { page, openId } = await openApple({ states: (claims) => ({ ...claims, email_verified: said }) })
    const { idToken } = await chooseAccount({ page, nonce, verifier })
    await expect(openId.read({ idToken, nonce })).rejects.toMatchObject({ code: 'email_unverified' })
  })
})
