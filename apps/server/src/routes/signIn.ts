import {
  AppKitAccount,
  accountMetadataCall,
  authenticateCall,
  nonceCall,
  signInSessionCall,
  signOutCall,
} from '@foyer/core/wire'
import type { Env } from '@foyer/service/route/env'
import type { Context } from 'hono'
import { route } from './route.js'

/** A wallet's picture may stand in the body, although nothing is done with it. */
const limitBytes = 256 * 1024

const shared = { group: 'Sign-in', access: 'project' } as const

/** Sign-in with a wallet, for AppKit 1.7.6's client and ours. @see S3.23, F6, X1 to X6 */
export const signIn = [
  route(
    {
      ...nonceCall,
      ...shared,
      cost: 2,
      summary: 'Gives a nonce to sign in with, for 5 minutes and one sign-in, and the token that proves it.',
    },
    ({ services, project }) => services.signIns.nonce({ project }),
  ),
  route(
    {
      ...authenticateCall,
      ...shared,
      cost: 20,
      summary:
        'Signs in with a signed message (EIP-4361, CAIP-122); its nonce’s token stands in the header x-nonce-jwt. Gives the token of a session.',
      limitBytes,
    },
    ({ c, services, project, body, client, signal }) => {
      const origin = c.req.header('origin')
      const nonceToken = bearer(c, 'x-nonce-jwt')
      return services.signIns.authenticate({ project, nonceToken, body, origin, client, signal })
    },
  ),
  route(
    {
      ...signInSessionCall,
      ...shared,
      summary: 'Says who is signed in by the token in the header Authorization, and more of the account if asked.',
    },
    ({ c, services, project, query: { includeAppKitAccount } }) => {
      const withAccount = includeAppKitAccount === 'true'
      return services.signIns.me({ project, token: bearer(c, 'authorization'), withAccount })
    },
  ),
  route(
    {
      ...accountMetadataCall,
      ...shared,
      summary: 'Keeps what the dapp says of the account that is signed in; null forgets it.',
      limitBytes,
      reply: AppKitAccount,
    },
    ({ c, services, project, client, body: { metadata } }) =>
      services.signIns.setMetadata({ project, token: bearer(c, 'authorization'), metadata, client }),
  ),
  route(
    {
      ...signOutCall,
      ...shared,
      summary: 'Ends the session of the token in the header Authorization.',
      status: 204,
    },
    ({ c, services, project }) => services.signIns.signOut({ project, token: bearer(c, 'authorization') }),
  ),
]

export function bearer(c: Context<Env>, header: string): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(c.req.header(header) ?? '')?.[1]
}
