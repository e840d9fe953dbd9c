import { optionalOrNull } from '@foyer/core/lenient'
import { layOutSiwxMessage, type SiwxField, SiwxMessageError } from '@foyer/core/siwx'
import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { chainOf, familyOf } from '../families.js'
import type { ProposalNamespaces, SessionNamespaces } from '../namespaces.js'
import { listOf, text, url, word } from '../schemas.js'
import { InvalidAuthenticationError } from './errors.js'
import { recapChains, recapIn, recapMethods, recapStatement } from './recap.js'

/** The fields of a message that signs in, but for who signs it (CAIP-122). Times are as ISO 8601 writes them. */
const fields = {
  domain: word,
  /** The address of the page: the message's URI. */
  aud: url,
  version: word,
  nonce: word,
  iat: word,
  statement: optionalOrNull(text),
  exp: optionalOrNull(word),
  nbf: optionalOrNull(word),
  requestId: optionalOrNull(word),
  /** The last may be a ReCap. */
  resources: optionalOrNull(listOf(text)),
}
export type AuthFields = Output<v.ObjectSchema<typeof fields, undefined>>

/** The message that an application asks a wallet to sign, on each of the chains. */
export const AuthPayload = v.object({
  type: v.nullish(word, 'caip122'),
  /** CAIP-2. */
  chains: v.pipe(listOf(word), v.minLength(1)),
  ...fields,
})
export type AuthPayload = Output<typeof AuthPayload>

/** A signed message (CAIP-74). */
export const Cacao = v.object({
  h: v.fallback(v.object({ t: v.picklist(['caip122', 'eip4361']) }), { t: 'caip122' }),
  /** `iss` is `did:pkh:` and a CAIP-10 account. */
  p: v.object({ iss: word, ...fields }),
  s: v.object({ t: v.picklist(['eip191', 'eip1271']), s: text, m: optionalOrNull(text) }),
})
export type Cacao = Output<typeof Cacao>

/** The account that signs: a chain and an address. */
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
  const { chainId, address: accountAddress } = parseIssuer(issuer)
  const [, reference = ''] = chainOf(chainId).split(':')
  try {
    return layOutSiwxMessage({ ...signedFields(payload), word: 'Ethereum', reference, accountAddress })
  } catch (cause) {
    if (cause instanceof SiwxMessageError)
      throw new InvalidAuthenticationError({ field: claims[cause.field] ?? cause.field })
    throw cause
  }
}

/** A message's fields by CAIP-122's names, the statement with what the ReCap allows. @throws {@link InvalidAuthenticationError} for one that can't be read */
export function signedFields({ aud: uri, iat: issuedAt, exp: expirationTime, nbf: notBefore, ...same }: AuthFields) {
  const { domain, version, nonce, statement, requestId, resources } = same
  const recap = recapIn(resources)
  return {
    ...{ domain, uri, version, nonce, issuedAt, expirationTime, notBefore, requestId, resources },
    statement: recap ? recapStatement({ statement, recap }) : statement,
  }
}

/** The names of CAIP-74 that differ from CAIP-122's. */
const claims: { readonly [Field in SiwxField]?: string } = {
  uri: 'aud',
  issuedAt: 'iat',
  expirationTime: 'exp',
  notBefore: 'nbf',
}

/** Whether nothing is proposed but the family that signs: what is asked of it can be granted by the sign-in then. */
export const isOfOneFamily = (
  { requested }: { readonly requested: ProposalNamespaces },
  { chains }: Pick<AuthPayload, 'chains'>,
): boolean => Object.keys(requested).every((key) => familyOf(key) === familyOf(chains[0] ?? ''))

/**
 * The rights of a session by the methods that were granted in a sign-in, which both sides derive from the same messages; undefined where none were.
 *
 * @throws InvalidAuthenticationError where an issuer or a ReCap can't be read
 */
export function grantedBy(cacaos: readonly Cacao[]): SessionNamespaces | undefined {
  const accounts = new Set<string>()
  const methods = new Set<string>()
  const chains = new Set<string>()
  let family: string | undefined
  for (const { p } of cacaos) {
    const { chainId, address } = parseIssuer(p.iss)
    const recap = recapIn(p.resources)
    family ??= familyOf(chainId)
    if (!recap) continue
    for (const method of recapMethods({ recap, family })) methods.add(method)
    for (const chain of [chainId, ...recapChains({ recap, family })]) {
      chains.add(chain)
      accounts.add(`${chain}:${address}`)
    }
  }
  if (family === undefined || methods.size === 0) return undefined
  const events = ['chainChanged', 'accountsChanged']
  return { [family]: { chains: [...chains], accounts: [...accounts], methods: [...methods], events } }
}
