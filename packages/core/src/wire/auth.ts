import * as v from 'valibot'
import { limits } from './limits.js'

/** A nonce to sign in with, and the token that says who gave it and when. */
export interface AuthNonceReply {
  readonly nonce: string
  readonly token: string
}

const token: v.GenericSchema<string> = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.authToken))

export const AuthNonceReply: v.GenericSchema<unknown, AuthNonceReply> = v.object({
  nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{22,256}$/)),
  token,
})

/** By what a visitor signed in, for the operator's figures. */
export type AuthWalletInfo =
  | {
      readonly type: 'walletconnect' | 'extension' | 'unknown'
      readonly name?: string | undefined
      readonly icon?: string | undefined
    }
  | { readonly type: 'social'; readonly social: string; readonly identifier?: string | undefined }

const name: v.GenericSchema<string> = v.pipe(v.string(), v.maxLength(limits.walletName))

const AuthWalletInfo: v.GenericSchema<unknown, AuthWalletInfo> = v.variant('type', [
  v.object({
    type: v.picklist(['walletconnect', 'extension', 'unknown']),
    name: v.optional(name),
    icon: v.optional(v.string()),
  }),
  v.object({ type: v.literal('social'), social: name, identifier: v.optional(v.string()) }),
])

/** What was signed. What stands beside the message counts for nothing: the text is read. */
export interface AuthenticateBody {
  readonly message: string
  readonly signature: string
  readonly data?: unknown
  readonly clientId?: string | null | undefined
  readonly walletInfo?: AuthWalletInfo | null | undefined
}

export const AuthenticateBody: v.GenericSchema<unknown, AuthenticateBody> = v.object({
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.siwxMessage)),
  signature: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.signature)),
  data: v.optional(v.unknown()),
  clientId: v.nullish(v.pipe(v.string(), v.maxLength(limits.clientId))),
  walletInfo: v.nullish(AuthWalletInfo),
})

export interface AuthenticateReply {
  readonly token: string
}

export const AuthenticateReply: v.GenericSchema<unknown, AuthenticateReply> = v.object({ token })

/** What a dapp keeps about an account that signs in to it, as JSON; null takes it away. */
export type AccountMetadata = Readonly<Record<string, unknown>> | null

export interface AccountMetadataBody {
  readonly metadata: AccountMetadata
}

export const AccountMetadataBody: v.GenericSchema<unknown, AccountMetadataBody> = v.object({
  metadata: v.nullable(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((value) => JSON.stringify(value).length <= limits.accountMetadata, 'must have 8192 characters at most'),
    ),
  ),
})

/** An account that signed in to a project. Times are as ISO 8601 writes them. */
export interface AppKitAccount {
  readonly uuid: string
  readonly caip2_chain: string
  readonly address: string
  readonly profile_uuid: string
  readonly created_at: string
  readonly is_main_account: boolean
  readonly verification_status: null
  readonly connection_method: unknown
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly last_signed_in_at: string
  readonly signed_up_at: string
  readonly updated_at: string
}

export const AppKitAccount: v.GenericSchema<unknown, AppKitAccount> = v.object({
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

/** A session as its token says it. `exp` is in seconds since 1970. */
export interface SessionAccount {
  readonly aud: string
  readonly iss: string
  readonly exp: number
  readonly projectIdKey: string
  readonly sub: string
  readonly address: string
  /** A number for eip155, the CAIP-2 reference for the others. */
  readonly chainId: number | string
  readonly chainIdNamespace: string
  readonly caip2Network: string
  readonly uri: string
  readonly domain: string
  readonly projectUuid: string
  readonly profileUuid: string
  readonly nonce: string
  readonly appKitAccount?: AppKitAccount | undefined
}

export const SessionAccount: v.GenericSchema<unknown, SessionAccount> = v.object({
  aud: v.string(),
  iss: v.string(),
  exp: v.number(),
  projectIdKey: v.string(),
  sub: v.string(),
  address: v.string(),
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
