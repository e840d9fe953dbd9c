import { createHash, randomBytes } from 'node:crypto'

/** An account at a local provider: nobody's, and without a password. */
export interface ProviderAccount {
  readonly id: string
  /** What it is called by, beside its name. */
  readonly userName: string
  readonly name: string
  /** null for one that has none, such as one that was made by a telephone's number */
  readonly email: string | null
  readonly isVerified: boolean
}

/** An application that sends its visitors here. */
export interface ProviderClient {
  readonly id: string
  readonly secret: string
  /** to the letter, as at the originals */
  readonly redirectUris: readonly string[]
}

/** Why a request can't be answered where it came from. */
export class ConsentRefusal extends Error {
  override readonly name = 'ConsentRefusal'
}

/** What an application asked for, once it is known to be one. */
export interface AskedConsent {
  readonly client: ProviderClient
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** of PKCE, by SHA-256 */
  readonly challenge: string
  readonly responseType: string
}

/** Whose account an application has been let into. */
export interface Grant {
  readonly client: ProviderClient
  readonly account: ProviderAccount
  readonly nonce: string
}

/** What every provider's pages and tokens go by. */
export interface Consents {
  readonly accounts: readonly ProviderAccount[]
  /** @throws ConsentRefusal for an application, an address or a form that it doesn't know: such a request leads nowhere */
  asked(query: URLSearchParams): AskedConsent
  /** A code for an account that was chosen. */
  codeFor(asked: AskedConsent, account: ProviderAccount): string
  /** What a code stands for: once, to its own application, with its own verifier. */
  redeem(code: {
    readonly client: ProviderClient
    readonly code: string
    readonly redirectUri: string
    readonly verifier: string
  }): Grant | undefined
  /** The application of that id, where that is its secret. */
  clientOf(said: { readonly id: string; readonly secret: string }): ProviderClient | undefined
  /** A token that shows the account to whoever has it. */
  tokenFor(grant: Grant): string
  /** What a token shows. */
  grantOf(token: string): Grant | undefined
}

interface Issued extends AskedConsent {
  readonly account: ProviderAccount
  readonly until: number
}

const codeMs = 600_000

export function createConsents({
  clients,
  accounts,
  now,
  hasNonce,
  hasPkce,
}: {
  readonly clients: readonly ProviderClient[]
  readonly accounts: readonly ProviderAccount[]
  /** ms since 1970 */
  readonly now: () => number
  /** A login without a nonce is refused: OpenID Connect. */
  readonly hasNonce: boolean
  /** A login without PKCE is refused. */
  readonly hasPkce: boolean
}): Consents {
  const issued = new Map<string, Issued>()
  const grants = new Map<string, Grant>()
  return {
    accounts,
    asked(query) {
      const of = (name: string) => query.get(name) ?? ''
      const client = clients.find(({ id }) => id === of('client_id'))
      if (!client) throw new ConsentRefusal('invalid_client')
      if (!client.redirectUris.includes(of('redirect_uri'))) throw new ConsentRefusal('redirect_uri_mismatch')
      const isPkce = of('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(of('code_challenge'))
      const isForm = of('state') !== '' && (!hasNonce || of('nonce') !== '') && (!hasPkce || isPkce)
      if (!isForm) throw new ConsentRefusal('invalid_request')
      return {
        ...{ client, redirectUri: of('redirect_uri'), state: of('state'), nonce: of('nonce') },
        ...{ challenge: of('code_challenge'), responseType: of('response_type') },
      }
    },
    codeFor(asked, account) {
      const code = randomBytes(32).toString('base64url')
      issued.set(code, { ...asked, account, until: now() + codeMs })
      return code
    },
    redeem({ client, code, redirectUri, verifier }) {
      const found = issued.get(code)
      issued.delete(code)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const isIts = found?.client === client && found.redirectUri === redirectUri && found.challenge === challenge
      return isIts && found.until >= now() ? found : undefined
    },
    clientOf: (said) => clients.find(({ id, secret }) => id === said.id && secret === said.secret),
    tokenFor(grant) {
      const token = randomBytes(32).toString('base64url')
      grants.set(token, grant)
      return token
    },
    grantOf: (token) => grants.get(token),
  }
}

/** The client that says its secret by HTTP's own header. */
export function basicOf(authorization: string | undefined): { readonly id: string; readonly secret: string } {
  const [id = '', secret = ''] = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')
    .map(decodeURIComponent)
  return { id, secret }
}

export const bearerOf = (authorization: string | undefined): string => authorization?.replace(/^Bearer /, '') ?? ''
