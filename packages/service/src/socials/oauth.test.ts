import { createServer } from 'node:http'
import { chooseAccount, client, visitor, withProviders } from '@foyer/service-testing/localProviders'
import { type LocalProviders, providerAccounts, unusedPort } from '@foyer/stack'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOAuth, type OAuthName } from './oauth.js'
import { createProviderRest } from './providerRest.js'

const [redirectUri = ''] = client.redirectUris
const verifier = 'v'.repeat(43)
const other = { ...client, id: 'other' }
const startProviders = withProviders()
const [ada] = providerAccounts

const opened = (providers: LocalProviders, name: OAuthName, { id = client.id, secret = client.secret } = {}) =>
  createOAuth({
    name,
    rest: createProviderRest({ now: () => 0 }),
    client: { clientId: id, clientSecret: secret, at: providers.at(name) },
  })

async function open(name: OAuthName) {
  const providers = await startProviders({ clients: [client, other], signs: false })
  const oauth = opened(providers, name)
  const page = await oauth.authorizeAt()
  const choose = (as = 0, changed = {}) => chooseAccount({ page, nonce: '', verifier, as, changed })
  const shown = async (as = 0) =>
    oauth
      .exchange({ code: (await choose(as)).code, verifier, redirectUri })
      .then((token) => oauth.read({ visitor, accessToken: token }))
  return { providers, oauth, choose, shown }
}

const refused = { code: 'social_refused' }

describe('Discord', () => {
  /** It shows an account so, whoever asks. */
  async function showing(account: object) {
    const server = createServer((request, answer) => {
      const said = request.url?.endsWith('/oauth2/@me') ? { application: { id: client.id } } : account
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(said))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const address = server.address()
    const at = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const from = { clientId: client.id, clientSecret: client.secret, at }
    const oauth = createOAuth({ name: 'discord', rest: createProviderRest({ now: () => 0 }), client: from })
    return oauth.read({ visitor, accessToken: 'token' }).then(
      ({ email }) => email,
      ({ code }) => code,
    )
  }
  const account = { id: '7', username: 'ada', global_name: null, email: 'ada@mail.test' }

  test.each([{}, { verified: null }, { verified: false }])(
    'an address of which it says no more than %j is nobody’s',
    async (said) => {
      expect(await showing({ ...account, ...said })).toBe('email_unverified')
    },
  )

  test('one that it says is verified is its account’s, and one that isn’t there is no mailbox', async () => {
    expect(await showing({ ...account, verified: true })).toBe('ada@mail.test')
    for (const email of [null, undefined, '']) expect(await showing({ ...account, email, verified: null })).toBeNull()
  })
})

describe.each(['github', 'x', 'discord', 'facebook'] as const)('%s', (name) => {
  test('[S1.3] [F7] shows the account whose code is exchanged, by its own paths and words', async () => {
    const { shown } = await open(name)
    const userName = { github: 'ada', x: 'ada', discord: 'Ada Lovelace', facebook: 'Ada Lovelace' }[name]
    expect(await shown()).toEqual({ subject: ada?.id, email: 'ada@mail.test', userName })
  })

  test.each([
    ['another verifier', { verifier: 'w'.repeat(43) }],
    ['another address to lead back to', { redirectUri: `${redirectUri}/` }],
  ])('[F7] a code is refused with %s, and is used up by that', async (_, wrong) => {
    const { oauth, choose } = await open(name)
    const { code } = await choose()
    await expect(oauth.exchange({ code, verifier, redirectUri, ...wrong })).rejects.toMatchObject(refused)
    await expect(oauth.exchange({ code, verifier, redirectUri })).rejects.toMatchObject(refused)
  })

  test('[F7] a code counts once, and with the client’s secret', async () => {
    const { providers, oauth, choose } = await open(name)
    const { code } = await choose()
    const guessing = opened(providers, name, { secret: 'guess' })
    await expect(guessing.exchange({ code, verifier, redirectUri })).rejects.toMatchObject(refused)
    await oauth.exchange({ code, verifier, redirectUri })
    await expect(oauth.exchange({ code, verifier, redirectUri })).rejects.toMatchObject(refused)
  })

  test('[F7] a token that another client was given shows nobody, but at X, which doesn’t say whose it is', async () => {
    const { providers, oauth, choose } = await open(name)
    const { code } = await choose(0, { client_id: other.id })
    const token = await opened(providers, name, { id: other.id }).exchange({ code, verifier, redirectUri })
    const read = oauth.read({ visitor, accessToken: token }).then(
      ({ subject }) => subject,
      (error) => error.code,
    )
    // What ties X's account to the login is the code, which the keeper has exchanged by itself.
    expect(await read).toBe(name === 'x' ? ada?.id : 'social_refused')
  })

  test('a token that was never given shows nobody', async () => {
    const { oauth } = await open(name)
    await expect(oauth.read({ visitor, accessToken: 'guess' })).rejects.toMatchObject(refused)
  })

  test('an address that it hasn’t verified is nobody’s; an account without one is somebody without a mailbox', async () => {
    const { shown } = await open(name)
    const says = (as: number) =>
      shown(as).then(
        ({ email }) => email,
        ({ code }) => code,
      )
    // X and Facebook don't show an address that isn't verified; at GitHub nobody is without one.
    expect([await says(1), await says(2)]).toEqual(
      {
        github: ['email_unverified', 'email_unverified'],
        x: [null, null],
        discord: ['email_unverified', null],
        facebook: [null, null],
      }[name],
    )
  })

  test('one that is away says nothing of anybody', async () => {
    const at = `http://127.0.0.1:${await unusedPort()}`
    const oauth = createOAuth({
      name,
      rest: createProviderRest({ now: () => 0 }),
      client: { clientId: client.id, clientSecret: client.secret, at },
    })
    await expect(oauth.exchange({ code: 'x', verifier, redirectUri })).rejects.toMatchObject({ code: 'provider_away' })
    await expect(oauth.read({ visitor, accessToken: 'x' })).rejects.toMatchObject({ code: 'provider_away' })
  })

  test('without an address of a test’s it is asked at its own', async () => {
    const { host } = new URL(
      await createOAuth({
        name,
        rest: createProviderRest({ now: () => 0 }),
        client: { clientId: 'a', clientSecret: 'b' },
      }).authorizeAt(),
    )
    expect(host).toBe({ github: 'github.com', x: 'x.com', discord: 'discord.com', facebook: 'www.facebook.com' }[name])
  })
})
