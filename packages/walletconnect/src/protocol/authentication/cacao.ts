import * as v from 'valibot'
import { listOf, text, url, word } from '../session/bounded.js'

/** What a signed-in message says, but for who signs it (CAIP-122). Times are as ISO 8601 writes them. */
export interface AuthFields {
  readonly domain: string
  /** The address of the page: the message's URI. */
  readonly aud: string
  readonly version: string
  readonly nonce: string
  readonly iat: string
  readonly statement?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly requestId?: string | undefined
  /** The last may be a ReCap. */
  readonly resources?: readonly string[] | undefined
}

/** What an application asks a wallet to sign, on each of the chains. */
export interface AuthPayload extends AuthFields {
  readonly type: string
  /** CAIP-2. */
  readonly chains: readonly string[]
}

/** A signed message (CAIP-74). */
export interface Cacao {
  readonly h: { readonly t: 'caip122' | 'eip4361' }
  /** `iss` is `did:pkh:` and a CAIP-10 account. */
  readonly p: AuthFields & { readonly iss: string }
  readonly s: { readonly t: 'eip191' | 'eip1271'; readonly s: string; readonly m?: string | undefined }
}

const fields = {
  domain: word,
  aud: url,
  version: word,
  nonce: word,
  iat: word,
  statement: v.optional(text),
  exp: v.optional(word),
  nbf: v.optional(word),
  requestId: v.optional(word),
  resources: v.optional(listOf(text)),
}

export const AuthPayload: v.GenericSchema<unknown, AuthPayload> = v.object({
  type: v.optional(word, 'caip122'),
  chains: v.pipe(listOf(word), v.minLength(1)),
  ...fields,
})

export const Cacao: v.GenericSchema<unknown, Cacao> = v.object({
  h: v.object({ t: v.picklist(['caip122', 'eip4361']) }),
  p: v.object({ iss: word, ...fields }),
  s: v.object({ t: v.picklist(['eip191', 'eip1271']), s: text, m: v.optional(text) }),
})
