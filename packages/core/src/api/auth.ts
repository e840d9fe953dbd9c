import type { SiwxMessage } from '../siwx/siwx.js'
import { type AccountMetadata, AuthenticateReply, AuthNonceReply, SessionAccount } from '../wire/auth.js'
import { paths } from '../wire/paths.js'
import type { Api } from './createApi.js'
import type { Cancellable } from './project.js'

type Context = Pick<Api, 'http'>

/** The wallet that signed, as the server keeps it. */
export interface SigningWallet {
  readonly type: 'walletconnect' | 'extension' | 'unknown'
  readonly name: string
  readonly icon: string
}

export interface AuthenticateRequest extends Cancellable {
  readonly data: SiwxMessage
  /** The text that was signed. */
  readonly message: string
  readonly signature: string
  /** What the nonce came with. */
  readonly nonceToken: string
  readonly wallet?: SigningWallet | undefined
}

interface WithToken extends Cancellable {
  readonly token: string
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** GET /auth/v1/nonce: for one sign-in, within 5 minutes. */
export function authNonce({ http }: Context, { signal }: Cancellable = {}): Promise<AuthNonceReply> {
  return http.get({ call: 'authNonce', path: paths.authNonce, schema: AuthNonceReply, signal })
}

/** POST /auth/v1/authenticate, once: a nonce counts once. @returns the token of the session */
export async function authenticate(
  { http }: Context,
  { data, message, signature, nonceToken, wallet, signal }: AuthenticateRequest,
): Promise<string> {
  const { token } = await http.postForReply({
    call: 'authenticate',
    path: paths.authenticate,
    headers: { 'x-nonce-jwt': `Bearer ${nonceToken}` },
    body: { data, message, signature, clientId: null, ...(wallet ? { walletInfo: wallet } : {}) },
    schema: AuthenticateReply,
    signal,
  })
  return token
}

/** GET /auth/v1/me: who a session is of. */
export function authMe(
  { http }: Context,
  { token, withAccount = false, signal }: WithToken & { readonly withAccount?: boolean | undefined },
): Promise<SessionAccount> {
  const query = withAccount ? { includeAppKitAccount: 'true' } : undefined
  const headers = bearer(token)
  return http.get({ call: 'authMe', path: paths.authMe, query, headers, schema: SessionAccount, signal })
}

/** PUT /auth/v1/account-metadata: in the place of what was kept. */
export async function setAuthMetadata(
  { http }: Context,
  { token, metadata, signal }: WithToken & { readonly metadata: AccountMetadata },
): Promise<void> {
  const path = paths.authMetadata
  await http.post({ call: 'setAuthMetadata', path, method: 'PUT', headers: bearer(token), body: { metadata }, signal })
}

/** POST /auth/v1/sign-out: the session is over at the server, too. */
export async function authSignOut({ http }: Context, { token, signal }: WithToken): Promise<void> {
  await http.post({ call: 'authSignOut', path: paths.authSignOut, headers: bearer(token), body: {}, signal })
}
