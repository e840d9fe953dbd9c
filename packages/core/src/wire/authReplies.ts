import * as v from 'valibot'
import { limits } from './limits.js'

/** A nonce for one sign-in, and the token that it is proved with. */
export interface AuthNonceReply {
  readonly nonce: string
  /** A JWT that is sent back as `x-nonce-jwt: Bearer …`. */
  readonly token: string
}

const Token = v.pipe(v.string(), v.minLength(1), v.maxLength(8_192))

export const AuthNonceReply: v.GenericSchema<unknown, AuthNonceReply> = v.object({
  nonce: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{8,256}$/)),
  token: Token,
})

export interface AuthTokenReply {
  /** A JWT that is sent as `authorization: Bearer …`. */
  readonly token: string
}

export const AuthTokenReply: v.GenericSchema<unknown, AuthTokenReply> = v.object({ token: Token })

/** What a server knows of a visitor's account. */
export interface AppKitAccount {
  readonly uuid: string
  readonly metadata?: unknown
}

const AppKitAccount: v.GenericSchema<unknown, AppKitAccount> = v.looseObject({
  uuid: v.string(),
  metadata: v.optional(v.unknown()),
})

/** Who is signed in at the server. */
export interface SessionAccount {
  /** Seconds since 1970, when the session ends. */
  readonly exp: number
  readonly address: string
  readonly chainId: string | number
  readonly chainIdNamespace: string
  /** CAIP-2. */
  readonly caip2Network: string
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly sub?: string | undefined
  /** With `includeAppKitAccount`. */
  readonly appKitAccount?: AppKitAccount | undefined
}

const Word = v.pipe(v.string(), v.maxLength(limits.url))

export const SessionAccount: v.GenericSchema<unknown, SessionAccount> = v.looseObject({
  exp: v.number(),
  address: v.pipe(v.string(), v.maxLength(limits.address)),
  chainId: v.union([Word, v.number()]),
  chainIdNamespace: Word,
  caip2Network: Word,
  domain: Word,
  uri: Word,
  nonce: Word,
  sub: v.optional(Word),
  appKitAccount: v.optional(AppKitAccount),
})

/** A JSON object that the dapp keeps for the account; null takes it away. */
export type AccountMetadata = Readonly<Record<string, unknown>> | null
