import {
  AccountMetadataBody,
  AppKitAccount,
  AuthenticateBody,
  AuthenticateReply,
  AuthNonceReply,
  paths,
  SessionAccount,
} from '@foyer/core/wire'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import type { Services } from '../services.js'
import { authorize, looseQuery } from './authorize.js'
import { takeJson } from './body.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'
import { storableBody } from './storableBody.js'

/** A wallet's picture may stand in the body, although nothing is done with it. */
const limitBytes = 256 * 1024

const AuthMeQuery = v.object({
  /** `true` for the account besides. AppKit 1.7.6 writes the rest of the query behind it after a second question mark. */
  includeAppKitAccount: v.optional(v.string()),
})

const shared = { group: 'Sign-in', access: 'project' } as const

export const signInOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'getSignInNonce',
    method: 'get',
    path: paths.authNonce,
    summary: 'Gives a nonce to sign in with, for 5 minutes and one sign-in, and the token that proves it.',
    reply: { schema: AuthNonceReply },
  },
  {
    ...shared,
    id: 'authenticate',
    method: 'post',
    path: paths.authenticate,
    summary:
      'Signs in with a signed message (EIP-4361, CAIP-122); its nonce’s token stands in the header x-nonce-jwt. Gives the token of a session.',
    body: AuthenticateBody,
    reply: { schema: AuthenticateReply },
  },
  {
    ...shared,
    id: 'getSignInSession',
    method: 'get',
    path: paths.authMe,
    projectIn: 'looseQuery',
    summary: 'Says who is signed in by the token in the header Authorization, and more of the account if asked.',
    query: AuthMeQuery,
    reply: { schema: SessionAccount },
  },
  {
    ...shared,
    id: 'setAccountMetadata',
    method: 'put',
    path: paths.authMetadata,
    summary: 'Keeps what the dapp says of the account that is signed in; null forgets it.',
    body: AccountMetadataBody,
    reply: { schema: AppKitAccount },
  },
  {
    ...shared,
    id: 'endSignInSession',
    method: 'post',
    path: paths.authSignOut,
    summary: 'Ends the session of the token in the header Authorization.',
    reply: { status: 204, mediaTypes: [] },
  },
]

/** Nonces and sessions are for whoever asked, and never again. */
const noStore = createMiddleware<Env>(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

/** Sign-in with a wallet, for AppKit 1.7.6's client and ours. @see S3.23, F6, X1 to X6 */
export function signIn(services: Services): Hono<Env> {
  const { signIns } = services
  const authorized = authorize({ services, origins: 'own' })
  const json = takeJson({ limitBytes })
  return new Hono<Env>()
    .use('/auth/v1/*', noStore)
    .get(paths.authNonce, authorized, (c) => c.json(signIns.nonce({ project: c.var.project }) satisfies AuthNonceReply))
    .post(paths.authenticate, authorized, json, async (c) => {
      const body = await storableBody(c, AuthenticateBody)
      const { client, project } = c.var
      const reply = await signIns.authenticate({
        project,
        nonceToken: bearer(c, 'x-nonce-jwt'),
        body,
        origin: c.req.header('origin'),
        client,
        signal: c.req.raw.signal,
      })
      return c.json(reply satisfies AuthenticateReply)
    })
    .get(paths.authMe, authorize({ services, origins: 'own', projectIdIn: 'looseQuery' }), async (c) => {
      const { includeAppKitAccount } = v.parse(AuthMeQuery, Object.fromEntries(looseQuery(c.req.url)))
      const session = await signIns.me({ ...asker(c), withAccount: includeAppKitAccount === 'true' })
      return c.json(session satisfies SessionAccount)
    })
    .put(paths.authMetadata, authorized, json, async (c) => {
      const { metadata } = await storableBody(c, AccountMetadataBody)
      return c.json((await signIns.setMetadata({ ...asker(c), metadata })) satisfies AppKitAccount)
    })
    .post(paths.authSignOut, authorized, async (c) => {
      await signIns.signOut(asker(c))
      return c.body(null, 204)
    })
}

const asker = (c: Context<Env>) => ({ project: c.var.project, token: bearer(c, 'authorization') })

function bearer(c: Context<Env>, header: string): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(c.req.header(header) ?? '')?.[1]
}
