import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An account at the local provider: nobody's, and without a password. */
export interface GoogleAccount {
  readonly subject: string
  readonly email: string
  readonly isVerified: boolean
  readonly name: string
}

/** An application that sends its visitors here. */
export interface GoogleClient {
  readonly id: string
  readonly secret: string
  /** to the letter, as at the original */
  readonly redirectUris: readonly string[]
}

export interface GoogleParameters {
  readonly issuer: string
  readonly clients: readonly GoogleClient[]
  readonly accounts: readonly GoogleAccount[]
  /** ms since 1970 */
  readonly now: () => number
  /** changes what is stated before it is signed, as a wrong or lying provider would; for tests */
  readonly states?: ((claims: StatedClaims) => StatedClaims) | undefined
}

export type StatedClaims = Readonly<Record<string, unknown>>

/** Why a request can't be answered where it came from. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal'
}

/** What an application asked for, once it is known to be one. */
export interface AskedConsent {
  readonly client: GoogleClient
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly challenge: string
}

/** OpenID Connect as Google documents it, for applications with a secret and PKCE. */
export interface Google {
  readonly accounts: readonly GoogleAccount[]
  /** @throws GoogleRefusal for an application, an address or a form that it doesn't know: such a request leads nowhere */
  asked(query: URLSearchParams): AskedConsent
  /** Where the visitor goes on who has chosen an account. */
  agreed(asked: AskedConsent, account: GoogleAccount): string
  /** Where one goes on who doesn't want to. */
  refused(asked: AskedConsent): string
  /** A code's tokens, once and to its own application; or RFC 6749's error. */
  exchange(form: URLSearchParams): { readonly status: 200 | 400 | 401; readonly body: StatedClaims }
  /** What signatures are checked by. */
  readonly keys: { readonly keys: readonly StatedClaims[] }
}

interface Issued extends AskedConsent {
  readonly account: GoogleAccount
  readonly until: number
}

const codeMs = 600_000
const tokenSeconds = 3_600

export function createGoogle(parameters: GoogleParameters): Google {
  const { clients, accounts, now } = parameters
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('hex')
  const issued = new Map<string, Issued>()
  const back = ({ redirectUri, state }: AskedConsent, said: Readonly<Record<string, string>>) => {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ state, ...said })) url.searchParams.set(name, value)
    return url.href
  }
  return {
    accounts,
    asked: (query) => readAsked(clients, query),
    agreed(asked, account) {
      const code = `4/${randomBytes(32).toString('base64url')}`
      issued.set(code, { ...asked, account, until: now() + codeMs })
      return back(asked, { code, scope: 'openid email profile', authuser: '0', prompt: 'consent' })
    },
    refused: (asked) => back(asked, { error: 'access_denied' }),
    exchange(form) {
      const of = (name: string) => form.get(name) ?? ''
      const client = clients.find(({ id }) => id === of('client_id'))
      if (client?.secret !== of('client_secret')) return { status: 401, body: { error: 'invalid_client' } }
      const found = issued.get(of('code'))
      issued.delete(of('code'))
      const challenge = createHash('sha256').update(of('code_verifier')).digest('base64url')
      const isIts =
        found?.client === client && found.redirectUri === of('redirect_uri') && found.challenge === challenge
      if (of('grant_type') !== 'authorization_code' || !isIts || found.until < now())
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } }
      const body = {
        access_token: randomBytes(32).toString('base64url'),
        expires_in: tokenSeconds,
        token_type: 'Bearer',
      }
      return {
        status: 200,
        body: { ...body, scope: 'openid', id_token: state({ parameters, privateKey, kid, found }) },
      }
    },
    keys: { keys: [{ ...createPublicKey(privateKey).export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid }] },
  }
}

function readAsked(clients: readonly GoogleClient[], query: URLSearchParams): AskedConsent {
  const of = (name: string) => query.get(name) ?? ''
  const client = clients.find(({ id }) => id === of('client_id'))
  if (!client) throw new GoogleRefusal('invalid_client')
  if (!client.redirectUris.includes(of('redirect_uri'))) throw new GoogleRefusal('redirect_uri_mismatch')
  const isForm = of('response_type') === 'code' && of('scope').split(' ').includes('openid') && of('nonce') !== ''
  const isPkce = of('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(of('code_challenge'))
  if (!isForm || !isPkce || of('state') === '') throw new GoogleRefusal('invalid_request')
  return {
    client,
    redirectUri: of('redirect_uri'),
    state: of('state'),
    nonce: of('nonce'),
    challenge: of('code_challenge'),
  }
}

interface State {
  readonly parameters: GoogleParameters
  readonly privateKey: KeyObject
  readonly kid: string
  readonly found: Issued
}

/** The claims that Google states of an account. @see https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
function state({ parameters, privateKey, kid, found: { client, account, nonce } }: State): string {
  const { issuer, now, states = (claims: StatedClaims) => claims } = parameters
  const at = Math.floor(now() / 1_000)
  const [givenName = ''] = account.name.split(' ')
  const claims = states({
    ...{ iss: issuer, azp: client.id, aud: client.id, sub: account.subject, nonce, iat: at, exp: at + tokenSeconds },
    ...{ email: account.email, email_verified: account.isVerified, name: account.name, given_name: givenName },
  })
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
