import {
  AccountMetadataBody,
  AppKitAccount,
  AuthenticateBody,
  AuthenticateReply,
  AuthNonceReply,
  paths,
  SessionAccount,
} from '@foyer/core/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Env } from './env.js'
import { route } from './route.js'

const AuthMeQuery = v.object({
  /** `true` for the account besides. AppKit 1.7.6 writes the rest of the query behind it after a second question mark. */
  includeAppKitAccount: v.optional(v.string()),
})

/** A wallet's picture may stand in the body, although nothing is done with it. */
const limitBytes = 256 * 1024

const shared = { group: 'Sign-in', access: 'project' } as const

/** Sign-in with a wallet, for AppKit 1.7.6's client and ours. @see S3.23, F6, X1 to X6 */
export const signIn = [
  route(
    {
      ...shared,
      id: 'getSignInNonce',
      cost: 2,
      method: 'get',
      path: paths.authNonce,
      summary: 'Gives a nonce to sign in with, for 5 minutes and one sign-in, and the token that proves it.',
      takes: {},
      reply: { schema: AuthNonceReply },
    },
    ({ services, project }) => services.signIns.nonce({ project }),
  ),
  route(
    {
      ...shared,
      id: 'authenticate',
      cost: 20,
      method: 'post',
      path: paths.authenticate,
      summary:
        'Signs in with a signed message (EIP-4361, CAIP-122); its nonce’s token stands in the header x-nonce-jwt. Gives the token of a session.',
      limitBytes,
      takes: { body: AuthenticateBody },
      reply: { schema: AuthenticateReply },
    },
    ({ c, services, project, body, client, signal }) => {
      const origin = c.req.header('origin')
      const nonceToken = bearer(c, 'x-nonce-jwt')
      return services.signIns.authenticate({ project, nonceToken, body, origin, client, signal })
    },
  ),
  route(
    {
      ...shared,
      id: 'getSignInSession',
      method: 'get',
      path: paths.authMe,
      projectIn: 'looseQuery',
      summary: 'Says who is signed in by the token in the header Authorization, and more of the account if asked.',
      takes: { query: AuthMeQuery },
      reply: { schema: SessionAccount },
    },
    ({ c, services, project, query: { includeAppKitAccount } }) => {
      const withAccount = includeAppKitAccount === 'true'
      return services.signIns.me({ project, token: bearer(c, 'authorization'), withAccount })
    },
  ),
  route(
    {
      ...shared,
      id: 'setAccountMetadata',
      method: 'put',
      path: paths.authMetadata,
      summary: 'Keeps what the dapp says of the account that is signed in; null forgets it.',
      limitBytes,
      takes: { body: AccountMetadataBody },
      reply: { schema: AppKitAccount },
    },
    ({ c, services, project, body: { metadata } }) =>
      services.signIns.setMetadata({ project, token: bearer(c, 'authorization'), metadata }),
  ),
  route(
    {
      ...shared,
      id: 'endSignInSession',
      method: 'post',
      path: paths.authSignOut,
      summary: 'Ends the session of the token in the header Authorization.',
      takes: {},
      reply: { status: 204, mediaTypes: [] },
    },
    async ({ c, services, project }) => {
      await services.signIns.signOut({ project, token: bearer(c, 'authorization') })
      return undefined
    },
  ),
]

export function bearer(c: Context<Env>, header: string): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(c.req.header(header) ?? '')?.[1]
}
