import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Consents, Grant } from './consent.js'
import type { Provider, ProviderParameters } from './provider.js'

export type StatedClaims = Readonly<Record<string, unknown>>

const tokenSeconds = 3_600

/** Google, as it documents its OpenID Connect: a code for applications with a secret and PKCE. */
export function createGoogle(parameters: ProviderParameters): Provider {
  const { at, consents } = parameters
  const states = createStatements({ ...parameters, name: 'google' }, (grant) => ({
    azp: grant.client.id,
    email_verified: grant.account.isVerified,
    name: grant.account.name,
    given_name: grant.account.name.split(' ')[0],
  }))
  return {
    page: '/o/oauth2/v2/auth',
    answers: (asked, account) => ({
      query: {
        code: consents.codeFor(asked, account),
        scope: 'openid email profile',
        authuser: '0',
        prompt: 'consent',
      },
    }),
    refuses: () => ({ query: { error: 'access_denied' } }),
    add(pages) {
      pages.get('/.well-known/openid-configuration', (c) =>
        c.json({
          issuer: at,
          authorization_endpoint: `${at}/o/oauth2/v2/auth`,
          token_endpoint: `${at}/token`,
          jwks_uri: `${at}/oauth2/v3/certs`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          scopes_supported: ['openid', 'email', 'profile'],
          code_challenge_methods_supported: ['S256'],
        }),
      )
      pages.get('/oauth2/v3/certs', (c) => c.json(states.keys()))
      pages.post('/token', async (c) => {
        const { status, body } = exchange(consents, new URLSearchParams(await c.req.text()), states.of)
        return c.json(body, status)
      })
    },
  }
}

/** Apple, as it documents Sign in with Apple for the web: its statement comes at once, in a form that the browser posts, without PKCE. */
export function createApple(parameters: ProviderParameters): Provider {
  const { at, consents } = parameters
  // It says so by a word, and states no name.
  const states = createStatements({ ...parameters, name: 'apple' }, ({ account }) => ({
    email_verified: String(account.isVerified),
    is_private_email: 'false',
    nonce_supported: true,
  }))
  return {
    page: '/auth/authorize',
    answers: (asked, account) => ({
      form: {
        code: consents.codeFor(asked, account),
        id_token: states.of({ client: asked.client, account, nonce: asked.nonce }),
        // The first time alone, and signed by nobody.
        user: JSON.stringify({ name: { firstName: account.name.split(' ')[0] }, email: account.email }),
      },
    }),
    refuses: () => ({ form: { error: 'user_cancelled_authorize' } }),
    add(pages) {
      pages.get('/.well-known/openid-configuration', (c) =>
        c.json({
          issuer: at,
          authorization_endpoint: `${at}/auth/authorize`,
          token_endpoint: `${at}/auth/token`,
          jwks_uri: `${at}/auth/keys`,
          response_types_supported: ['code'],
          response_modes_supported: ['query', 'fragment', 'form_post'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: ['RS256'],
          scopes_supported: ['openid', 'email', 'name'],
        }),
      )
      pages.get('/auth/keys', (c) => c.json(states.keys()))
    },
  }
}

/** A code's tokens, or RFC 6749's error. */
function exchange(consents: Consents, form: URLSearchParams, of: (grant: Grant) => string) {
  const said = (name: string) => form.get(name) ?? ''
  const client = consents.clientOf({ id: said('client_id'), secret: said('client_secret') })
  if (!client) return { status: 401, body: { error: 'invalid_client' } } as const
  const code = { client, code: said('code'), redirectUri: said('redirect_uri'), verifier: said('code_verifier') }
  const grant = consents.redeem(code)
  if (said('grant_type') !== 'authorization_code' || !grant)
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } } as const
  const token = { access_token: consents.tokenFor(grant), expires_in: tokenSeconds, token_type: 'Bearer' }
  return { status: 200, body: { ...token, scope: 'openid', id_token: of(grant) } } as const
}

/** Each provider's key. It takes its time, seconds on a busy machine: it is made once somebody logs in, and once a process, whose providers differ by its name. */
const keysMade = new Map<string, KeyObject>()

function keyOf(provider: string): KeyObject {
  const key = keysMade.get(provider) ?? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  keysMade.set(provider, key)
  return key
}

/** Signs what is stated of an account. @see OpenID Connect Core 1.0 §2 */
function createStatements(
  { name, at, now, states = (claims) => claims }: ProviderParameters & { readonly name: string },
  own: (grant: Grant) => StatedClaims,
) {
  const kid = randomBytes(8).toString('hex')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    of(grant: Grant): string {
      const { client, account, nonce } = grant
      const issuedAt = Math.floor(now() / 1_000)
      const times = { iat: issuedAt, exp: issuedAt + tokenSeconds }
      const common = { iss: at, aud: client.id, sub: account.id, nonce, email: account.email ?? undefined }
      const text = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(states({ ...common, ...times, ...own(grant) }))}`
      return `${text}.${sign('sha256', Buffer.from(text), keyOf(name)).toString('base64url')}`
    },
    keys() {
      const key = createPublicKey(keyOf(name)).export({ format: 'jwk' })
      return { keys: [{ ...key, alg: 'RS256', use: 'sig', kid }] }
    },
  }
}
