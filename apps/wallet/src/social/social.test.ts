import { createSigningKeys, SignedBody } from '@foyer/custody/signed'
import { isVouchFor, verifierOf } from '@foyer/custody/social'
import { challengeOf } from '@foyer/login/socialWindow'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createServers } from '../servers/servers.js'
import { memoryDatabase, site, type TestFrame, testFrame } from '../test/testFrame.js'
import { testWindow } from '../test/testWindow.js'
import { arrive, ask, bringBack, type SocialWindowPage, type SocialWindowParameters } from './socialWindow.js'

const origin = 'https://wallet.example'

interface Begun {
  readonly frame: TestFrame
  readonly uri: string
  readonly parameters: (page: SocialWindowPage) => SocialWindowParameters
}

/** A frame that has begun a login, and the browser's own key. */
async function begin(given?: TestFrame, provider = 'google'): Promise<Begun> {
  const frame = given ?? (await testFrame())
  const { payload } = await frame.ask('GET_SOCIAL_REDIRECT_URI', { provider })
  const keys = await createSigningKeys()
  const servers = createServers({ fetch: frame.servers.fetch, keys: () => keys })
  return { frame, uri: Object(payload).uri, parameters: (window) => ({ window, servers, keys: () => keys }) }
}

/** Goes to the provider in a window. @returns where that led, and the window's storage */
async function go({ uri, parameters }: Begun) {
  const window = testWindow(uri)
  const arrival = arrive(window.page)
  if (arrival.is !== 'asked') return expect.fail(arrival.is)
  const question = await ask(parameters(window.page), arrival.asked)
  question.go()
  return { ...window, question, to: new URL(window.went[0] ?? 'about:blank').searchParams }
}

/** The provider leads back. */
async function comeBack(begun: Begun, storage: Map<string, string>, query: Record<string, string>) {
  const window = testWindow(`${origin}/social?${new URLSearchParams(query)}`, storage)
  const arrival = arrive(window.page)
  if (arrival.is === 'returned') await bringBack(begun.parameters(window.page), arrival)
  return { ...window, arrival }
}

test('[S1.3 S7.39] [F7] a login at a provider makes a wallet: with PKCE, state and nonce of the frame’s device, led back to one address', async () => {
  const begun = await begin()
  const { frame } = begun
  const { to, storage, question, shown } = await go(begun)
  expect([question.provider, question.site, shown]).toEqual(['google', site, ['/social']])
  const nonce = to.get('nonce') ?? ''
  expect(to.get('state')).toMatch(new RegExp(`^[\\w-]{22}\\.${nonce}$`))
  expect(Object.fromEntries(to)).toMatchObject({
    ...{ response_type: 'code', client_id: 'client', redirect_uri: `${origin}/social`, scope: 'openid' },
    code_challenge_method: 'S256',
  })
  const { posted, isClosed } = await comeBack(begun, storage, { code: 'the code', state: to.get('state') ?? '' })
  expect(isClosed()).toBe(true)
  expect(posted).toEqual([
    { message: { resultUri: expect.stringContaining(`${origin}/social?result=`) }, target: site },
  ])
  const connected = await frame.ask('CONNECT_SOCIAL', { uri: begun.uri })
  expect(connected).toMatchObject({ ok: true, payload: { email: 'ada@gmail.test', userName: 'Ada Lovelace' } })
  expect(await frame.ask('IS_CONNECTED')).toMatchObject({ payload: { isConnected: true } })
  const { payload } = await frame.ask('GET_USER')
  expect(Object(payload).address).toBe(Object(connected.payload).address)
  const [proof] = frame.servers.proofs
  const [, code, verifier = ''] = /^for (.*) with (.*)$/.exec(proof && 'idToken' in proof ? proof.idToken : '') ?? []
  expect([code, await challengeOf(verifier)]).toEqual(['the code', to.get('code_challenge')])
  const vouch = v.parse(SignedBody, proof?.vouch)
  expect([
    await isVouchFor({ body: vouch, hash: nonce }),
    await isVouchFor({ body: vouch, hash: 'x'.repeat(43) }),
  ]).toEqual([true, false])
})

test.each(['github', 'x', 'discord', 'facebook'])(
  '[S1.3] [F7] a code of %s goes to the keeper alone, with what it counts with for this device alone; the login server is shown the account',
  async (provider) => {
    const begun = await begin(undefined, provider)
    const { frame } = begun
    const { to, storage } = await go(begun)
    expect(Object.fromEntries(to)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
    await comeBack(begun, storage, { code: 'the code', state: to.get('state') ?? '' })
    expect(await frame.ask('CONNECT_SOCIAL', { uri: begun.uri })).toMatchObject({ ok: true })
    const [proof] = frame.servers.proofs
    if (!proof || !('code' in proof)) return expect.fail('no code')
    const verifier = await verifierOf({ secret: proof.secret, hash: to.get('nonce') ?? '' })
    expect([proof.code, await challengeOf(verifier)]).toEqual(['the code', to.get('code_challenge')])
    expect(frame.servers.shown).toEqual(['token for the code'])
    const toLogin = frame.servers.calls.filter(({ id }) => id.startsWith('/login')).map(({ body }) => body)
    expect(toLogin.join()).not.toMatch(/"the code"|secret/)
  },
)

test('[S1.3] [F7] what Apple has the browser post is read after the #, and both servers read what is signed', async () => {
  const begun = await begin(undefined, 'apple')
  const { frame } = begun
  const { to, storage } = await go(begun)
  expect(Object.fromEntries(to)).toMatchObject({ response_type: 'code id_token', response_mode: 'form_post' })
  const posted = new URLSearchParams({ state: to.get('state') ?? '', id_token: 'signed' })
  const window = testWindow(`${origin}/social#${posted}`, storage)
  const arrival = arrive(window.page)
  if (arrival.is !== 'returned') return expect.fail(arrival.is)
  await bringBack(begun.parameters(window.page), arrival)
  expect(await frame.ask('CONNECT_SOCIAL', { uri: begun.uri })).toMatchObject({ ok: true })
  expect([frame.servers.proofs[0], frame.servers.shown]).toMatchObject([{ idToken: 'signed' }, ['signed']])
  // Nobody else's is taken for it.
  expect(arrive(testWindow(`${origin}/social#${posted}`, storage).page).is).toBe('foreign')
})

test('what the window says passes the login server encrypted, and nothing of the login but its id is in what the dapp is told', async () => {
  const begun = await begin()
  const { to, storage } = await go(begun)
  const { posted } = await comeBack(begun, storage, { code: 'the code', state: to.get('state') ?? '' })
  const said = begun.frame.servers.calls.find(({ id }) => id.endsWith('/answer'))
  expect(said?.body).not.toContain('the code')
  expect(JSON.stringify(posted)).not.toContain('the code')
})

test('[F7] a state counts in the window that went with it, and once', async () => {
  const begun = await begin()
  const { to, storage } = await go(begun)
  const state = to.get('state') ?? ''
  const calls = begun.frame.servers.calls.length
  const foreign = async (kept: Map<string, string>, query: Record<string, string>) =>
    (await comeBack(begun, kept, { code: 'stolen', ...query })).arrival.is
  expect(await foreign(new Map(), { state })).toBe('foreign') // led here by somebody else
  expect(await foreign(storage, { state: `${state}x` })).toBe('foreign')
  expect(await foreign(storage, { state: '' })).toBe('foreign')
  expect(begun.frame.servers.calls).toHaveLength(calls)
  expect((await comeBack(begun, storage, { code: 'own', state })).arrival.is).toBe('returned')
  expect(await foreign(storage, { state })).toBe('foreign')
})

test('a login whose page was left is brought back there, and taken up by a frame that was loaded anew; to no other site', async () => {
  const database = memoryDatabase()
  const frame = await testFrame({ database })
  const leave = async (back: string) => {
    const begun = await begin(frame)
    const { to, storage } = await go({
      ...begun,
      uri: `${begun.uri}.${encodeURIComponent(back).replaceAll('.', '%2E')}`,
    })
    return { begun, ...(await comeBack(begun, storage, { code: 'x', state: to.get('state') ?? '' })) }
  }
  for (const back of ['https://evil.example/', 'javascript:alert(1)', '%']) {
    const foreign = await leave(back)
    expect([foreign.went, foreign.isClosed()]).toEqual([[], true])
  }
  const { begun, went, posted, isClosed } = await leave(`${site}/page?a=1`)
  expect([posted, isClosed()]).toEqual([[], false])
  const led = new URL(went[0] ?? 'about:blank')
  expect(`${led.origin}${led.pathname}`).toBe(`${site}/page`)
  const again = await testFrame({ database, servers: begun.frame.servers })
  const connected = await again.ask('CONNECT_SOCIAL', { uri: led.searchParams.get('result_uri') ?? '' })
  expect(connected).toMatchObject({ ok: true, payload: { email: 'ada@gmail.test' } })
})

test('an application that asks again while the wallet is being opened has the one answer: the provider’s word counts once', async () => {
  const begun = await begin()
  const { frame } = begun
  const { to, storage } = await go(begun)
  const asks = [1, 2].map(() => frame.ask('CONNECT_SOCIAL', { uri: begun.uri }))
  await comeBack(begun, storage, { code: 'the code', state: to.get('state') ?? '' })
  const [first, second] = await Promise.all(asks)
  expect(first).toMatchObject({ ok: true, payload: { email: 'ada@gmail.test' } })
  expect(second).toEqual(first)
  expect(frame.servers.proofs).toHaveLength(1)
  expect(frame.servers.calls.filter(({ id }) => id.endsWith('/finish'))).toHaveLength(1)
})

test.each(['', '#', '#short', `#${'a'.repeat(22)}.${'b'.repeat(43)}`, `#${'a'.repeat(22)}.<script>.x.y`])(
  'an address that no frame made leads nowhere: %j',
  (hash) => {
    expect(arrive(testWindow(`${origin}/social${hash}`).page).is).toBe('foreign')
  },
)

test('the window that AppKit’s client opens first waits to be led on', () => {
  const { page, shown } = testWindow(`${origin}/loading`)
  expect([arrive(page).is, shown]).toEqual(['loading', []])
})

test('[F7] a device takes what its own window says alone: of another login nothing opens', async () => {
  const begun = await begin()
  const other = await begin(await testFrame({ servers: begun.frame.servers }))
  const { to, storage } = await go(other)
  await comeBack(other, storage, { code: 'theirs', state: to.get('state') ?? '' })
  const asked = await begun.frame.ask('CONNECT_SOCIAL', { uri: other.uri })
  expect(asked).toMatchObject({ ok: false, payload: { message: 'The login is over. Begin again.' } })
})

test('a visitor who doesn’t want to, here or at the provider, has rejected', async () => {
  const here = await begin()
  const window = testWindow(here.uri)
  const arrival = arrive(window.page)
  if (arrival.is !== 'asked') return expect.fail(arrival.is)
  await (await ask(here.parameters(window.page), arrival.asked)).leave()
  expect(window.isClosed()).toBe(true)
  const rejected = { ok: false, payload: { message: 'You didn’t log in at the provider.', code: 4001 } }
  expect(await here.frame.ask('CONNECT_SOCIAL', { uri: here.uri })).toEqual(rejected)
  const there = await begin()
  const { to, storage } = await go(there)
  await comeBack(there, storage, { error: 'access_denied', state: to.get('state') ?? '' })
  expect(await there.frame.ask('CONNECT_SOCIAL', { uri: there.uri })).toEqual(rejected)
})

test.each([
  ['social_refused', 'What the provider said doesn’t log you in. Try again.'],
  ['email_unverified', 'Verify your email address at the provider first.'],
  ['provider_away', 'The provider can’t be reached. Try again in a moment.'],
  ['provider_busy', 'The provider takes no more logins at the moment. Try again in 1800 seconds.', '1800'],
])('a login that the servers refuse as %s says why, and is over', async (code, message, retryAfter = '') => {
  const begun = await begin()
  const { to, storage } = await go(begun)
  begun.frame.servers.state.refusal = { status: 403, code, retryAfter }
  await comeBack(begun, storage, { code: 'x', state: to.get('state') ?? '' })
  const { uri } = begun
  expect(await begun.frame.ask('CONNECT_SOCIAL', { uri })).toMatchObject({ ok: false, payload: { message } })
  expect(await begun.frame.ask('CONNECT_SOCIAL', { uri })).toMatchObject({
    payload: { message: 'The login is over. Begin again.' },
  })
})

test('another error of the provider’s is said as one, and no code is none', async () => {
  for (const query of [{ error: 'server_error' }, { error: 'x'.repeat(300) }, {}]) {
    const begun = await begin()
    const { to, storage } = await go(begun)
    await comeBack(begun, storage, { ...query, state: to.get('state') ?? '' })
    const said = await begun.frame.ask('CONNECT_SOCIAL', { uri: begun.uri })
    expect(said).toMatchObject({ payload: { message: 'What the provider said doesn’t log you in. Try again.' } })
  }
})

test.each([
  ['this wallet hasn’t', 'social_off', 'This wallet has no login by that provider.'],
  ['takes nothing more', 'provider_busy', 'The provider takes no more logins at the moment. Try again in 30 seconds.'],
])('a login at a provider that %s is refused as it is begun', async (_, code, message) => {
  const frame = await testFrame()
  frame.servers.state.refusal = { status: 403, code, retryAfter: '30' }
  const said = await frame.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })
  expect(said).toMatchObject({ ok: false, payload: { message } })
})
