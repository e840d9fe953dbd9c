import { layOutSiwxMessage, type SiwxField, SiwxMessageError } from '@foyer/core/siwx'
import * as v from 'valibot'
import { chainOf } from '../protocol/families.js'
import { listOf, text, url, word } from '../protocol/schemas.js'
import { InvalidAuthenticationError } from './errors.js'
import { recapIn, recapStatement } from './recap.js'

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

/** What signs: a chain and an address. */
export interface Issuer {
  /** CAIP-2. */
  readonly chainId: string
  readonly address: string
}

const didPkh = /^did:pkh:([-a-z0-9]{3,16}:[-_a-zA-Z0-9]{1,64}):([-.%a-zA-Z0-9]{1,128})$/

/** Writes who signs: `did:pkh:eip155:1:0x…`. */
export const formatIssuer = ({ chainId, address }: Issuer): string => `did:pkh:${chainId}:${address}`

/**
 * Reads who signs.
 *
 * @throws {@link InvalidAuthenticationError}
 */
export function parseIssuer(issuer: string): Issuer {
  const [, chainId, address] = didPkh.exec(issuer) ?? []
  if (chainId === undefined || address === undefined) throw new InvalidAuthenticationError({ field: 'iss' })
  return { chainId, address }
}

/**
 * The text that a wallet signs (EIP-4361), with what its ReCap allows in words behind the statement (EIP-5573). What isn't given has no line.
 *
 * @throws {@link InvalidAuthenticationError} for a field that would make lines of its own, and for a ReCap that can't be read
 */
export function authMessage({ payload, issuer }: { readonly payload: AuthFields; readonly issuer: string }): string {
  const { chainId, address } = parseIssuer(issuer)
  const recap = recapIn(payload.resources)
  const [, reference = ''] = chainOf(chainId).split(':')
  try {
    return layOutSiwxMessage({
      word: 'Ethereum',
      reference,
      domain: payload.domain,
      accountAddress: address,
      statement: recap ? recapStatement({ statement: payload.statement, recap }) : payload.statement,
      uri: payload.aud,
      version: payload.version,
      nonce: payload.nonce,
      issuedAt: payload.iat,
      expirationTime: payload.exp,
      notBefore: payload.nbf,
      requestId: payload.requestId,
      resources: payload.resources,
    })
  } catch (cause) {
    if (cause instanceof SiwxMessageError)
      throw new InvalidAuthenticationError({ field: claims[cause.field] ?? cause.field })
    throw cause
  }
}

/** The names of CAIP-74 that differ from CAIP-122's. */
const claims: { readonly [Field in SiwxField]?: string } = {
  uri: 'aud',
  issuedAt: 'iat',
  expirationTime: 'exp',
  notBefore: 'nbf',
}
