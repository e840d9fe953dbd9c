import { layOutSiwxMessage, type SiwxField, SiwxMessageError } from '@foyer/core/siwx'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { chainOf } from '../protocol/families.js'
import { listOf, text, url, word } from '../protocol/schemas.js'
import { InvalidAuthenticationError } from './errors.js'
import { recapIn, recapStatement } from './recap.js'

/** What a signed-in message says, but for who signs it (CAIP-122). Times are as ISO 8601 writes them. */
const fields = {
  domain: word,
  /** The address of the page: the message's URI. */
  aud: url,
  version: word,
  nonce: word,
  iat: word,
  statement: v.optional(text),
  exp: v.optional(word),
  nbf: v.optional(word),
  requestId: v.optional(word),
  /** The last may be a ReCap. */
  resources: v.optional(listOf(text)),
}
export type AuthFields = Output<v.ObjectSchema<typeof fields, undefined>>

/** What an application asks a wallet to sign, on each of the chains. */
export const AuthPayload = v.object({
  type: v.optional(word, 'caip122'),
  /** CAIP-2. */
  chains: v.pipe(listOf(word), v.minLength(1)),
  ...fields,
})
export type AuthPayload = Output<typeof AuthPayload>

/** A signed message (CAIP-74). */
export const Cacao = v.object({
  h: v.object({ t: v.picklist(['caip122', 'eip4361']) }),
  /** `iss` is `did:pkh:` and a CAIP-10 account. */
  p: v.object({ iss: word, ...fields }),
  s: v.object({ t: v.picklist(['eip191', 'eip1271']), s: text, m: v.optional(text) }),
})
export type Cacao = Output<typeof Cacao>

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
