import type { Context } from 'hono'
import { basicOf, bearerOf, type Consents, type Grant, type ProviderClient } from './consent.js'
import type { Provider, ProviderParameters } from './provider.js'

const codeOf =
  (consents: Consents): Provider['answers'] =>
  (asked, account) => ({ query: { code: consents.codeFor(asked, account) } })

interface Said {
  readonly client: ProviderClient | undefined
  readonly form: URLSearchParams
}

/** What a code is exchanged for; undefined where it doesn't count. */
function redeemed(consents: Consents, { client, form }: Said): { readonly token: string } | undefined {
  const said = (name: string) => form.get(name) ?? ''
  const grant =
    client &&
    consents.redeem({ client, code: said('code'), redirectUri: said('redirect_uri'), verifier: said('code_verifier') })
  return grant && { token: consents.tokenFor(grant) }
}

const formOf = async (c: Context) => new URLSearchParams(await c.req.text())
const clientIn = (consents: Consents, form: URLSearchParams) =>
  consents.clientOf({ id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' })
const shownTo = (consents: Consents, c: Context): Grant | undefined =>
  consents.grantOf(bearerOf(c.req.header('authorization')))

/** GitHub: a refused code is answered with status 200. @see https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export function createGitHub({ consents }: ProviderParameters): Provider {
  const error = (code: string, description: string) => ({
    ...{ error: code, error_description: description },
    error_uri: `https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#${code}`,
  })
  return {
    page: '/login/oauth/authorize',
    answers: codeOf(consents),
    refuses: () => ({
      query: { error: 'access_denied', error_description: 'The user has denied your application access.' },
    }),
    add(pages) {
      pages.post('/login/oauth/access_token', async (c) => {
        const form = await formOf(c)
        const client = clientIn(consents, form)
        if (!client)
          return c.json(error('incorrect_client_credentials', 'The client_id and/or client_secret are wrong.'))
        const given = redeemed(consents, { client, form })
        if (!given) return c.json(error('bad_verification_code', 'The code passed is incorrect or expired.'))
        return c.json({ access_token: given.token, scope: 'read:user,user:email', token_type: 'bearer' })
      })
      pages.post('/applications/:client/token', async (c) => {
        const client = consents.clientOf(basicOf(c.req.header('authorization')))
        const { access_token: token } = await c.req.json<{ access_token?: unknown }>()
        const grant = consents.grantOf(String(token))
        if (client?.id !== c.req.param('client') || grant?.client !== client)
          return c.json({ message: 'Not Found' }, 404)
        return c.json({
          app: { client_id: client.id },
          user: { id: Number(grant.account.id), login: grant.account.userName },
        })
      })
      pages.get('/user/emails', (c) => {
        const account = shownTo(consents, c)?.account
        if (!account) return c.json({ message: 'Bad credentials' }, 401)
        const { email, isVerified: verified } = account
        const other = { email: `${account.userName}@users.noreply.github.test`, primary: false, verified: true }
        return c.json([
          { ...other, visibility: null },
          ...(email ? [{ email, primary: true, verified, visibility: 'private' }] : []),
        ])
      })
    },
  }
}

/** X, which states an address only where the account has confirmed it. @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
export function createX({ consents }: ProviderParameters): Provider {
  return {
    page: '/i/oauth2/authorize',
    answers: codeOf(consents),
    refuses: () => ({ query: { error: 'access_denied' } }),
    add(pages) {
      pages.post('/2/oauth2/token', async (c) => {
        const client = consents.clientOf(basicOf(c.req.header('authorization')))
        if (!client)
          return c.json({ error: 'unauthorized_client', error_description: 'Missing valid authorization header' }, 401)
        const given = redeemed(consents, { client, form: await formOf(c) })
        if (!given)
          return c.json(
            { error: 'invalid_request', error_description: 'Value passed for the authorization code was invalid.' },
            400,
          )
        return c.json({
          token_type: 'bearer',
          expires_in: 7_200,
          access_token: given.token,
          scope: 'users.email users.read tweet.read',
        })
      })
      pages.get('/2/users/me', (c) => {
        const account = shownTo(consents, c)?.account
        if (!account)
          return c.json({ title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' }, 401)
        const { id, name, userName: username, email, isVerified } = account
        const wants = c.req.query('user.fields')?.split(',').includes('confirmed_email')
        return c.json({ data: { id, name, username, ...(wants && email && isVerified && { confirmed_email: email }) } })
      })
    },
  }
}

/** @see https://discord.com/developers/docs/topics/oauth2 */
export function createDiscord({ consents }: ProviderParameters): Provider {
  const unauthorized = { message: '401: Unauthorized', code: 0 }
  return {
    page: '/oauth2/authorize',
    answers: codeOf(consents),
    refuses: () => ({
      query: {
        error: 'access_denied',
        error_description: 'The resource owner or authorization server denied the request',
      },
    }),
    add(pages) {
      pages.post('/api/oauth2/token', async (c) => {
        const form = await formOf(c)
        const client = clientIn(consents, form)
        if (!client) return c.json({ error: 'invalid_client' }, 401)
        const given = redeemed(consents, { client, form })
        if (!given) return c.json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' }, 400)
        return c.json({ token_type: 'Bearer', access_token: given.token, expires_in: 604_800, scope: 'identify email' })
      })
      pages.get('/api/v10/oauth2/@me', (c) => {
        const grant = shownTo(consents, c)
        if (!grant) return c.json(unauthorized, 401)
        const user = { id: grant.account.id, username: grant.account.userName }
        return c.json({
          application: { id: grant.client.id, name: 'An application' },
          scopes: ['identify', 'email'],
          user,
        })
      })
      pages.get('/api/v10/users/@me', (c) => {
        const account = shownTo(consents, c)?.account
        if (!account) return c.json(unauthorized, 401)
        const { id, userName: username, name, email, isVerified: verified } = account
        return c.json({ id, username, global_name: name, email, verified })
      })
    },
  }
}

/** @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export function createFacebook({ consents }: ProviderParameters): Provider {
  const failure = (message: string, more: object = {}) => ({
    error: { message, type: 'OAuthException', code: 100, ...more, fbtrace_id: 'A0000000000000000' },
  })
  return {
    page: '/v23.0/dialog/oauth',
    answers: codeOf(consents),
    refuses: () => ({
      query: {
        ...{ error: 'access_denied', error_code: '200', error_reason: 'user_denied' },
        error_description: 'Permissions error',
      },
    }),
    add(pages) {
      pages.post('/v23.0/oauth/access_token', async (c) => {
        const form = await formOf(c)
        const client = clientIn(consents, form)
        if (!client) return c.json(failure('Error validating client secret.'), 400)
        const given = redeemed(consents, { client, form })
        if (!given) return c.json(failure('This authorization code has been used.', { error_subcode: 36_009 }), 400)
        return c.json({ access_token: given.token, token_type: 'bearer', expires_in: 5_183_944 })
      })
      pages.get('/debug_token', (c) => {
        const [id = '', secret = ''] = c.req.query('access_token')?.split('|') ?? []
        if (!consents.clientOf({ id, secret })) return c.json(failure('Invalid OAuth access token signature.'), 400)
        const grant = consents.grantOf(c.req.query('input_token') ?? '')
        if (!grant) return c.json({ data: { is_valid: false } })
        return c.json({ data: { app_id: grant.client.id, type: 'USER', is_valid: true, user_id: grant.account.id } })
      })
      pages.get('/v23.0/me', (c) => {
        const account = shownTo(consents, c)?.account
        if (!account)
          return c.json(failure('Invalid OAuth access token - Cannot parse access token', { code: 190 }), 401)
        const { id, name, email, isVerified } = account
        return c.json({ id, name, ...(email && isVerified && { email }) })
      })
    },
  }
}
