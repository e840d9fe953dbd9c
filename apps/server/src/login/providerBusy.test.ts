import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { socialHash } from '@foyer/custody/social'
import {
  beginSocialCall,
  exchangeSocialCall,
  openChannelCall,
  pollChannelCall,
  readSocialCall,
  showSocialCall,
} from '@foyer/login/socialCalls'
import type { Database } from '@foyer/service/db/database'
import { createOAuth } from '@foyer/service/socials/oauth'
import { createProviderRest } from '@foyer/service/socials/providerRest'
import { chooseAccount, client, googlePage, withProviders } from '@foyer/service-testing/localProviders'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginSocials } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice } from './test/openLogin.js'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
const startProviders = withProviders()

const verifier = encodeBytes(randomBytes(32))
const proxy = '203.0.113.77'
const [here, elsewhere] = ['192.0.2.1', '198.51.100.1']

const own = { clientId: client.id, clientSecret: client.secret }

/** Providers that answer a path's questions with a limit as long as there is one, and a login server before them. */
async function open() {
  let at = 0
  let limit: { readonly path: string; readonly status: number; readonly retryAfter?: string } | undefined
  const asked: string[] = []
  const providers = await startProviders({
    now: () => at,
    limits(request) {
      const { pathname } = new URL(request.url)
      if (/\/auth(orize)?$/.test(pathname)) return undefined // a visitor's own browser
      asked.push(pathname)
      if (limit === undefined || !pathname.endsWith(limit.path)) return undefined
      const headers = limit.retryAfter === undefined ? {} : { 'retry-after': limit.retryAfter }
      return new Response('slow down', { status: limit.status, headers })
    },
  })
  const socials = {
    google: { ...own, issuer: providers.at('google') },
    apple: { clientId: client.id, issuer: providers.at('apple') },
    github: { ...own, at: providers.at('github') },
    farcaster: { rpcUrl: providers.at('x'), relayUrl: providers.at('discord') },
  }
  const { config, another, ...login } = await openLogin({ database, login: { socials } })
  const api = await another({ config: { login: config, trustedProxies: [proxy] } })
  at = api.time
  return {
    ...{ api, providers, asked },
    limitTo(next: typeof limit) {
      limit = next
    },
    ask: (of: Parameters<typeof login.ask>[0], by: TestDevice, payload: unknown, from = here) =>
      login.ask(of, by, payload, { on: api, headers: { 'x-forwarded-for': from } }),
  }
}
type Opened = Awaited<ReturnType<typeof open>>

async function begin({ ask }: Opened, by: TestDevice, provider: string, from = here) {
  const social = newId()
  expect((await ask(beginSocialCall, by, { social, provider, projectId: 'demo', site }, from)).status).toBe(204)
  return { social, nonce: await socialHash({ social, device: by.device }) }
}

const busyFor = async (answer: Response) => {
  expect(await reasonOf(answer)).toEqual([503, 'provider_busy', 'provider'])
  return Number(answer.headers.get('retry-after'))
}

/** A code of Google's for a login. */
const choose = async ({ providers }: Opened, nonce: string) => {
  const { code } = await chooseAccount({ page: googlePage(providers), nonce, verifier })
  return { code, verifier }
}

describe.each([
  ['what a code stands for', '/google/token', 429],
  ['its keys', '/google/oauth2/v3/certs', 503],
  ['its addresses', '/google/.well-known/openid-configuration', 429],
])('[F22] a provider that limits how often it is asked for %s', (_, path, status) => {
  test.each([
    ['for so many seconds', '60', 60],
    ['until a date', 'Thu, 01 Jan 2026 00:01:00 GMT', 60],
    ['without a time', undefined, 30],
  ])(
    '%s is asked for nothing until then, and a login there is refused at once; others go on, and so does it afterwards',
    async (_, retryAfter, seconds) => {
      const opened = await open()
      const { api, ask, asked, limitTo } = opened
      const [maple, birch] = [await createDevice(), await createDevice()]
      const [first, second] = [await begin(opened, maple, 'google'), await begin(opened, maple, 'google')]
      limitTo({ path, status, ...(retryAfter && { retryAfter }) })
      const said = await choose(opened, first.nonce)
      expect(await busyFor(await ask(exchangeSocialCall, maple, { social: first.social, ...said }))).toBe(seconds)

      const before = asked.length
      expect(asked.at(-1)).toBe(path)
      const google = { provider: 'google', projectId: 'demo', site }
      const begun = await ask(beginSocialCall, birch, { social: newId(), ...google }, elsewhere)
      expect(await busyFor(begun)).toBe(seconds)
      expect(await busyFor(await ask(readSocialCall, birch, { social: second.social }, elsewhere))).toBe(seconds)
      const code = await choose(opened, second.nonce)
      const exchange = () => ask(exchangeSocialCall, maple, { social: second.social, ...code })
      expect(await busyFor(await exchange())).toBe(seconds)
      expect(asked).toHaveLength(before)

      const apple = await begin(opened, birch, 'apple')
      const page = `${opened.providers.at('apple')}/auth/authorize`
      const { idToken: token } = await chooseAccount({ page, nonce: apple.nonce, verifier })
      expect((await ask(showSocialCall, birch, { social: apple.social, token })).status).toBe(204)

      limitTo(undefined)
      api.time += seconds * 1_000 - 1
      expect(await busyFor(await exchange())).toBe(1)
      api.time += 1
      // A login that was only refused has asked for nothing, and has its one exchange still.
      expect((await exchange()).status).toBe(200)
      await begin(opened, birch, 'google', elsewhere)
    },
  )
})

test('[F2] an account whose own limit is used up stops logins at its provider for the network alone that showed it', async () => {
  const opened = await open()
  const { api, ask, asked, limitTo } = opened
  const [maple, birch] = [await createDevice(), await createDevice()]
  const oauth = createOAuth({
    name: 'github',
    client: { ...own, at: opened.providers.at('github') },
    rest: createProviderRest({ now: () => 0 }),
  })
  const tokenOf = async () => {
    const { code } = await chooseAccount({ page: await oauth.authorizeAt(), nonce: '', verifier })
    return oauth.exchange({ code, verifier, redirectUri: client.redirectUris[0] ?? '' })
  }
  const { social } = await begin(opened, maple, 'github')
  limitTo({ path: '/user/emails', status: 429, retryAfter: '3600' })
  expect(await busyFor(await ask(showSocialCall, maple, { social, token: await tokenOf() }))).toBe(3_600)
  limitTo(undefined)
  const other = await begin(opened, birch, 'github', elsewhere)
  const shown = { social: other.social, token: await tokenOf() }
  expect((await ask(showSocialCall, birch, shown, elsewhere)).status).toBe(204)
  const before = asked.length
  const github = { social: newId(), provider: 'github', projectId: 'demo', site }
  expect(await busyFor(await ask(beginSocialCall, maple, github))).toBe(3_600)
  expect(asked).toHaveLength(before)
  api.time += 3_600_000
  await begin(opened, maple, 'github')
})

test('[F22] Farcaster’s relay is asked for no channel and for nothing that came by one as long as it says', async () => {
  const opened = await open()
  const { api, ask, asked, limitTo } = opened
  const maple = await createDevice()
  const [{ social }, other] = [await begin(opened, maple, 'farcaster'), await begin(opened, maple, 'farcaster')]
  limitTo({ path: '/v1/channel/status', status: 429, retryAfter: '20' })
  const poll = (of: string) => ask(pollChannelCall, maple, { social: of, channel: 'channel1' })
  expect(await busyFor(await poll(social))).toBe(20)
  const before = asked.length
  expect(await busyFor(await poll(other.social))).toBe(20)
  expect(await busyFor(await ask(openChannelCall, maple, { social: other.social }))).toBe(20)
  const farcaster = { social: newId(), provider: 'farcaster', projectId: 'demo', site }
  expect(await busyFor(await ask(beginSocialCall, maple, farcaster, elsewhere))).toBe(20)
  expect(asked).toHaveLength(before)
  api.time += 20_000
  await poll(other.social)
  expect(asked).toHaveLength(before + 1)
})

test('[F22] what has come by Farcaster’s relay is said again while that is asked for nothing', async () => {
  const opened = await open()
  const { ask, asked, limitTo } = opened
  const maple = await createDevice()
  const [polled, other] = [await begin(opened, maple, 'farcaster'), await begin(opened, maple, 'farcaster')]
  const said = { message: 'Farcaster Auth', signature: '0x00', userName: 'ada' }
  const proved = { person: 'farcaster:1', said: JSON.stringify(said) }
  await database.orm.update(loginSocials).set(proved).where(eq(loginSocials.id, polled.social))
  limitTo({ path: '/v1/channel/status', status: 429, retryAfter: '20' })
  const poll = (social: string) => ask(pollChannelCall, maple, { social, channel: 'channel1' })
  expect(await busyFor(await poll(other.social))).toBe(20)
  const before = asked.length
  expect(await (await poll(polled.social)).json()).toEqual({ said })
  expect(asked).toHaveLength(before)
})

test('[F7] a provider whose codes this server has no secret for is asked for nothing', async () => {
  const opened = await open()
  const maple = await createDevice()
  const { social } = await begin(opened, maple, 'apple')
  const before = opened.asked.length
  const refused = await opened.ask(exchangeSocialCall, maple, { social, code: 'code', verifier })
  expect(await reasonOf(refused)).toEqual([403, 'social_refused', 'provider'])
  expect(opened.asked).toHaveLength(before)
})
