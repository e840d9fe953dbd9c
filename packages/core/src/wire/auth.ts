import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.authToken))

/** A nonce to sign in with, and the token that says who gave it and when. */
export const AuthNonceReply = v.object({
  nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{22,256}$/)),
  token,
})
export type AuthNonceReply = Output<typeof AuthNonceReply>

const name = v.pipe(v.string(), v.maxLength(limits.walletName))

/** By what a visitor signed in, for the operator's figures. */
const AuthWalletInfo = v.variant('type', [
  v.object({
    type: v.picklist(['walletconnect', 'extension', 'unknown']),
    name: v.optional(name),
    icon: v.optional(v.string()),
  }),
  v.object({ type: v.literal('social'), social: name, identifier: v.optional(v.string()) }),
])
export type AuthWalletInfo = Output<typeof AuthWalletInfo>

/** The signed message. What stands beside it counts for nothing: the text is read. */
export const AuthenticateBody = v.object({
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.siwxMessage)),
  signature: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.signature)),
  data: v.optional(v.unknown()),
  clientId: v.nullish(v.pipe(v.string(), v.maxLength(limits.clientId))),
  walletInfo: v.nullish(AuthWalletInfo),
})
export type AuthenticateBody = Output<typeof AuthenticateBody>

export const AuthenticateReply = v.object({ token })
export type AuthenticateReply = Output<typeof AuthenticateReply>

/** A dapp's data about an account that signs in to it, as JSON; null takes it away. */
export type AccountMetadata = Readonly<Record<string, unknown>> | null

/** An account that signed in to a project. Times are as ISO 8601 writes them. */
export const AppKitAccount = v.object({
  uuid: v.string(),
  caip2_chain: v.string(),
  address: v.string(),
  profile_uuid: v.string(),
  created_at: v.string(),
  is_main_account: v.boolean(),
  verification_status: v.null(),
  connection_method: v.unknown(),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
  last_signed_in_at: v.string(),
  signed_up_at: v.string(),
  updated_at: v.string(),
})
export type AppKitAccount = Output<typeof AppKitAccount>

/** A session as its token says it. `exp` is in seconds since 1970. */
export const SessionAccount = v.object({
  aud: v.string(),
  iss: v.string(),
  exp: v.number(),
  projectIdKey: v.string(),
  sub: v.string(),
  address: v.string(),
  /** A number for eip155, the CAIP-2 reference for the others. */
  chainId: v.union([v.number(), v.string()]),
  chainIdNamespace: v.string(),
  caip2Network: v.string(),
  uri: v.string(),
  domain: v.string(),
  projectUuid: v.string(),
  profileUuid: v.string(),
  nonce: v.string(),
  appKitAccount: v.optional(AppKitAccount),
})
export type SessionAccount = Output<typeof SessionAccount>

/** A nonce to sign in with, and its token. */
export const nonceCall = {
  id: 'getSignInNonce',
  method: 'get',
  path: '/auth/v1/nonce',
  reply: AuthNonceReply,
} as const satisfies Call

/** Signs in with a signed message; the nonce's token stands in the header `x-nonce-jwt`. */
export const authenticateCall = {
  id: 'authenticate',
  method: 'post',
  path: '/auth/v1/authenticate',
  body: AuthenticateBody,
  reply: AuthenticateReply,
} as const satisfies Call

/** The account signed in by the token in the header `Authorization`. */
export const signInSessionCall = {
  id: 'getSignInSession',
  method: 'get',
  path: '/auth/v1/me',
  projectIn: 'looseQuery',
  query: v.object({
    /** `true` for the account besides. AppKit 1.7.6 writes the rest of the query behind it after a second question mark. */
    includeAppKitAccount: v.optional(v.string()),
  }),
  reply: SessionAccount,
} as const satisfies Call

/** Keeps what the dapp says of the account that is signed in; what is answered, no kit reads. */
export const accountMetadataCall = {
  id: 'setAccountMetadata',
  method: 'put',
  path: '/auth/v1/account-metadata',
  body: v.object({
    metadata: v.nullable(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.check((value) => JSON.stringify(value).length <= limits.accountMetadata, 'must have 8192 characters at most'),
      ),
    ),
  }),
} as const satisfies Call

/** Ends the session of the token in the header `Authorization`. */
export const signOutCall = { id: 'endSignInSession', method: 'post', path: '/auth/v1/sign-out' } as const satisfies Call
