import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { signReceipt } from '@foyer/custody/signed'
import { socialHash } from '@foyer/custody/social'
import { renewSessionCall, Session } from '@foyer/login/loginCalls'
import { listSocialsCall } from '@foyer/login/ownPageCalls'
import {
  answerSocialCall,
  beginSocialCall,
  exchangeSocialCall,
  finishSocialCall,
  pollSocialCall,
  readSocialCall,
  showSocialCall,
} from '@foyer/login/socialCalls'
import type { Database } from '@foyer/service/db/database'
import { createOAuth } from '@foyer/service/socials/oauth'
import { createProviderRest } from '@foyer/service/socials/providerRest'
import { chooseAccount, client, googlePage, withProviders } from '@foyer/service-testing/localProviders'
import { providerAccounts, type StatedClaims } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, walletOrigin, wholeJson } from './test/openLogin.js'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
const startProviders = withProviders()

async function open({ states }: { states?: (claims: StatedClaims) => StatedClaims } = {}) {
  let at = 0
  const google = await startProviders({ now: () => at, states })
  const own = { clientId: client.id, clientSecret: client.secret }
  const socials = {
    google: { ...own, issuer: google.at('google') },
    apple: { clientId: client.id, issuer: google.at('apple') },
    github: { ...own, at: google.at('github') },
  }
  const login = await openLogin({ database, login: { socials } })
  at = login.api.time
  return { google, login }
}
type Opened = Awaited<ReturnType<typeof open>>

const verifier = encodeBytes(randomBytes(32))
const asked = (social: string) => ({ social, provider: 'google', projectId: 'demo', site })

/** Begins a login, and chooses an account. @returns the code */
async function choose({ google, login }: Opened, by: TestDevice, { social = newId(), as = 0 } = {}) {
  expect((await login.ask(beginSocialCall, by, asked(social))).status).toBe(204)
  const nonce = await socialHash({ social, device: by.device })
  const { code } = await chooseAccount({ page: googlePage(google), nonce, verifier, as })
  return { social, code, verifier }
}

const person = `google:${providerAccounts[0]?.id}`
const says = ({ login }: Opened, by: TestDevice, said: { person?: string; device?: string } = {}) =>
  login.says({ email: '', person, device: by.device, ...said })

const finish = async (opened: Opened, by: TestDevice, social: string, said = says(opened, by)) =>
  opened.login.ask(finishSocialCall, by, { social, confirmation: await said, keepsIn: 'page' })

let maple: TestDevice
let opened: Opened
beforeEach(async () => {
  maple = await createDevice()
  opened = await open()
})

test('[S1.3] [F5] an account at a provider begins a session, once both servers have found the same person', async () => {
  const { login } = opened
  const { social, ...said } = await choose(opened, maple)
  const exchanged = await login.ask(exchangeSocialCall, maple, { social, ...said })
  expect(exchanged.status).toBe(200)
  const session = v.parse(Session, await (await finish(opened, maple, social)).json())
  expect(session).toMatchObject({ person, email: 'ada@mail.test', userName: 'Ada Lovelace', wallet: null })
  const renewed = await login.ask(renewSessionCall, maple, { refreshToken: session.refreshToken })
  expect(await renewed.json()).toMatchObject({ person, email: 'ada@mail.test', userName: 'Ada Lovelace' })
  // It counts once.
  expect(await reasonOf(await finish(opened, maple, social))).toEqual([404, 'social_unknown', 'social'])
})

test('a window learns what a login is of, and where it leads', async () => {
  const { google, login } = opened
  const social = newId()
  await login.ask(beginSocialCall, maple, asked(social))
  const browser = await createDevice()
  expect(await (await login.ask(readSocialCall, browser, { social })).json()).toEqual({
    ...{ provider: 'google', site, authorize: googlePage(google) },
    ...{ clientId: client.id, scope: 'openid email profile' },
  })
})

test.each([
  ['apple', 'apple', '/auth/authorize', 'email'],
  ['github', 'github', '/login/oauth/authorize', 'read:user user:email'],
] as const)('a window of a login at %s leads to that provider’s page', async (provider, at, path, scope) => {
  const { google, login } = opened
  const social = newId()
  await login.ask(beginSocialCall, maple, { ...asked(social), provider })
  expect(await (await login.ask(readSocialCall, maple, { social })).json()).toEqual({
    ...{ provider, site, authorize: `${google.at(at)}${path}` },
    ...{ clientId: client.id, scope },
  })
})

test('[F2] a login is read ten times, and another all the same', async () => {
  const { login } = opened
  const [social, other] = [newId(), newId()]
  for (const each of [social, other]) await login.ask(beginSocialCall, maple, asked(each))
  const read = async (of: string) => (await login.ask(readSocialCall, maple, { social: of })).status
  const statuses: number[] = []
  for (let times = 0; times < 11; times += 1) statuses.push(await read(social))
  expect([new Set(statuses.slice(0, 10)), statuses[10], await read(other)]).toEqual([new Set([200]), 429, 200])
})

test('[F7] what a window says counts once, and is polled by the device alone that began the login', async () => {
  const { login } = opened
  const [social, browser] = [newId(), await createDevice()]
  await login.ask(beginSocialCall, maple, asked(social))
  const poll = async (by: TestDevice) => login.ask(pollSocialCall, by, { social })
  expect(await (await poll(maple)).json()).toEqual({ said: null })
  const said = encodeBytes(randomBytes(80))
  expect((await login.ask(answerSocialCall, browser, { social, said })).status).toBe(204)
  const again = await login.ask(answerSocialCall, browser, { social, said: encodeBytes(randomBytes(8)) })
  expect(await reasonOf(again)).toEqual([404, 'social_unknown', 'social'])
  expect(await (await poll(maple)).json()).toEqual({ said })
  expect(await reasonOf(await poll(browser))).toEqual([404, 'social_unknown', 'social'])
})

test('a frame that waits hears what its window says as soon as it is said', async () => {
  const { login } = opened
  const [social, browser] = [newId(), await createDevice()]
  await login.ask(beginSocialCall, maple, asked(social))
  const hearing = login.ask(pollSocialCall, maple, { social, waits: true })
  const said = encodeBytes(randomBytes(80))
  await login.ask(answerSocialCall, browser, { social, said })
  expect(await (await hearing).json()).toEqual({ said })
})

test('[F7] another device exchanges and finishes nothing of it, and a code that it got hold of is of another login', async () => {
  const { login } = opened
  const thief = await createDevice()
  const { social, ...said } = await choose(opened, maple)
  expect(await reasonOf(await login.ask(exchangeSocialCall, thief, { social, ...said }))).toEqual([
    404,
    'social_unknown',
    'social',
  ])
  const own = newId()
  await login.ask(beginSocialCall, thief, asked(own))
  const stolen = await login.ask(exchangeSocialCall, thief, { social: own, ...said })
  expect(await reasonOf(stolen)).toEqual([403, 'social_refused', 'provider'])
  expect(await reasonOf(await finish(opened, thief, own))).toEqual([403, 'unconfirmed', 'confirmation'])
})

test('[F4] neither the provider’s word nor the keeper’s is enough', async () => {
  const { login } = opened
  const { social, ...said } = await choose(opened, maple)
  expect(await reasonOf(await finish(opened, maple, social))).toEqual([403, 'unconfirmed', 'confirmation'])
  await login.ask(exchangeSocialCall, maple, { social, ...said })
  const thief = await createDevice()
  for (const wrong of [{ person: 'email:ada@mail.test' }, { person: 'google:1' }, { device: thief.device }]) {
    const answer = await finish(opened, maple, social, says(opened, maple, wrong))
    expect(await reasonOf(answer)).toEqual([403, 'unconfirmed', 'confirmation'])
  }
  // A receipt of before, which doesn’t say when its device acts.
  const { actsFrom, ...before } = JSON.parse((await says(opened, maple)).text)
  expect(actsFrom).toBeGreaterThan(0)
  const ofBefore = signReceipt(login.keeper.privateKey, before)
  expect(await reasonOf(await finish(opened, maple, social, ofBefore))).toEqual([403, 'unconfirmed', 'confirmation'])
  expect((await finish(opened, maple, social)).status).toBe(200)
})

test('an address that the provider hasn’t verified lets nobody in', async () => {
  const { social, ...said } = await choose(opened, maple, { as: 1 })
  const answer = await opened.login.ask(exchangeSocialCall, maple, { social, ...said })
  expect(await reasonOf(answer)).toEqual([403, 'email_unverified', 'email'])
})

test('a mailbox and an account with the same address are two persons', async () => {
  const { login } = opened
  const byMail = await login.logIn({ by: maple, email: 'ada@mail.test' })
  const { social, ...said } = await choose(opened, maple)
  await login.ask(exchangeSocialCall, maple, { social, ...said })
  const session = v.parse(Session, await (await finish(opened, maple, social)).json())
  expect([byMail.person, session.person]).toEqual(['email:ada@mail.test', person])
})

test('a login is begun for a project’s own site, by a provider that is on, and not without end', async () => {
  const { login } = opened
  const begin = (more: object) => login.ask(beginSocialCall, maple, { ...asked(newId()), ...more })
  expect((await reasonOf(await begin({ site: 'https://evil.example' })))[1]).toBe('origin_not_allowed')
  expect((await reasonOf(await begin({ projectId: 'nobody' })))[1]).toBe('invalid_key')
  const off = await openLogin({ database })
  expect((await reasonOf(await off.ask(beginSocialCall, maple, asked(newId()))))[1]).toBe('social_off')
  const social = newId()
  expect((await login.ask(beginSocialCall, maple, asked(social))).status).toBe(204)
  expect((await reasonOf(await login.ask(beginSocialCall, maple, asked(social))))[1]).toBe('social_unknown')
  const codes = new Set<string>()
  for (let count = 0; count < 61; count += 1) {
    login.api.time += 1
    const answer = await begin({})
    codes.add(answer.status === 204 ? 'begun' : (await reasonOf(answer))[1])
  }
  expect([...codes]).toEqual(['begun', 'too_many_codes'])
  // The device's oldest went for the newer ones.
  expect(await reasonOf(await login.ask(pollSocialCall, maple, { social }))).toEqual([404, 'social_unknown', 'social'])
})

test('a login is exchanged and shown once, and each network asks a provider for its share alone', async () => {
  const { login } = opened
  const { social, ...said } = await choose(opened, maple)
  const exchange = (body: object, on = login.api) => login.ask(exchangeSocialCall, maple, body, { on })
  expect((await exchange({ social, ...said })).status).toBe(200)
  expect((await reasonOf(await exchange({ social, ...said })))[1]).toBe('too_many_codes')
  // What was shown already is looked at no more.
  expect((await login.ask(showSocialCall, maple, { social, token: 'any' })).status).toBe(204)
  const begun = newId()
  expect((await login.ask(beginSocialCall, maple, asked(begun))).status).toBe(204)
  const show = () => login.ask(showSocialCall, maple, { social: begun, token: 'none' })
  expect([(await show()).status, (await reasonOf(await show()))[1]]).toEqual([403, 'too_many_codes'])
})

test('the wallet’s own page learns which providers are on, to which no other page is answered, and begins a login of no project', async () => {
  const { login } = opened
  const list = (on: typeof login, headers = wholeJson) => on.api.post(listSocialsCall.path, {}, headers)
  expect(await (await list(login)).json()).toEqual({ providers: ['google', 'apple', 'github'] })
  expect(await (await list(await openLogin({ database }))).json()).toEqual({ providers: [] })
  expect((await reasonOf(await list(login, { ...wholeJson, origin: site })))[1]).toBe('origin_not_allowed')
  const own = { social: newId(), provider: 'google', site: walletOrigin }
  expect((await login.ask(beginSocialCall, maple, own)).status).toBe(204)
  expect((await reasonOf(await login.ask(beginSocialCall, maple, { ...own, social: newId(), site })))[1]).toBe(
    'invalid_key',
  )
})

test('after half an hour it is over', async () => {
  const { login } = opened
  const { social, ...said } = await choose(opened, maple)
  login.api.time += 1_800_001
  expect(await reasonOf(await login.ask(exchangeSocialCall, maple, { social, ...said }))).toEqual([
    404,
    'social_unknown',
    'social',
  ])
})

test('a provider is led back to the wallet’s own page', () =>
  expect(client.redirectUris).toEqual([`${walletOrigin}/social`]))

test('[F7] what Apple has signed is read of this login alone, and a token shows whose account it is to this server too', async () => {
  const { login, google } = opened
  const show = async (social: string, token: string) => login.ask(showSocialCall, maple, { social, token })
  const begin = async (provider: string) => {
    const social = newId()
    await login.ask(beginSocialCall, maple, { ...asked(social), provider })
    return { social, nonce: await socialHash({ social, device: maple.device }) }
  }
  const [apple, again] = [await begin('apple'), await begin('apple')]
  const [github, guessed] = [await begin('github'), await begin('github')]
  const page = `${google.at('apple')}/auth/authorize`
  const { idToken } = await chooseAccount({ page, nonce: apple.nonce, verifier })
  expect(await reasonOf(await show(again.social, idToken))).toEqual([403, 'social_refused', 'provider'])
  expect((await show(apple.social, idToken)).status).toBe(204)
  const byApple = v.parse(
    Session,
    await (
      await finish(opened, maple, apple.social, says(opened, maple, { person: `apple:${providerAccounts[0]?.id}` }))
    ).json(),
  )
  expect(byApple).toMatchObject({ email: 'ada@mail.test', userName: null })

  const own = { clientId: client.id, clientSecret: client.secret, at: google.at('github') }
  const oauth = createOAuth({ name: 'github', client: own, rest: createProviderRest({ now: () => 0 }) })
  const { code } = await chooseAccount({ page: await oauth.authorizeAt(), nonce: '', verifier })
  const exchanging = await login.ask(exchangeSocialCall, maple, { social: github.social, code, verifier })
  expect(await reasonOf(exchanging)).toEqual([403, 'social_refused', 'provider'])
  const token = await oauth.exchange({ code, verifier, redirectUri: client.redirectUris[0] ?? '' })
  expect(await reasonOf(await show(guessed.social, 'guess'))).toEqual([403, 'social_refused', 'provider'])
  expect((await show(github.social, token)).status).toBe(204)
  const byGitHub = `github:${providerAccounts[0]?.id}`
  const session = await (await finish(opened, maple, github.social, says(opened, maple, { person: byGitHub }))).json()
  expect(session).toMatchObject({ person: byGitHub, email: 'ada@mail.test', userName: 'ada' })
})
