import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { type Ciphers, verifySignature } from './cipher/ciphers.js'
import {
  type Bytes,
  base58ToBytes,
  base64ToBytes,
  bytesToBase58,
  bytesToBase64,
  bytesToUtf8,
  joinBytes,
  utf8ToBytes,
} from './codec.js'
import { InvalidRelayTokenError, type RelayTokenFault } from './errors.js'

const lifetime = 86_400
/** A token is dated back: many clocks are fast, and relays refuse what was issued in their future. */
const backdated = 90
/** How far it is dated back once a relay has found that it comes from the future. */
const backdatedAfterRefusal = 3_690

/** Seconds; `tolerance` is how far a relay lets clocks differ. */
export const relayTokenTimes = { lifetime, backdated, backdatedAfterRefusal, tolerance: 120 } as const

/**
 * When a token is issued and expires, in seconds since 1970. A clock that is an hour slow needs nothing, as the token lives a day; for one
 * that is an hour fast, a token made after a refusal is accepted.
 *
 * @param input.now - ms since 1970
 */
export function relayTokenPeriod({ now, refused }: { readonly now: number; readonly refused: boolean }): {
  readonly issuedAt: number
  readonly expiresAt: number
} {
  const issuedAt = Math.floor(now / 1_000) - (refused ? backdatedAfterRefusal : backdated)
  return { issuedAt, expiresAt: issuedAt + lifetime }
}

const before = 'did:key:z'
/** The number of Ed25519 public keys in the multicodec table, as a varint. */
const ed25519 = [0xed, 0x01] as const

/**
 * Writes an Ed25519 public key as the relay knows its clients: a `did:key`.
 *
 * @example formatClientId(publicKey) // 'did:key:z6Mktwup…'
 */
export const formatClientId = (publicKey: Bytes): string => `${before}${bytesToBase58(joinBytes(ed25519, publicKey))}`

/**
 * Reads the Ed25519 public key of a client's id.
 *
 * @throws {@link InvalidRelayTokenError}
 */
export function parseClientId(clientId: string): Bytes {
  const bytes = clientId.startsWith(before) ? decoded(clientId.slice(before.length)) : new Uint8Array()
  if (bytes.length !== 34 || ed25519.some((byte, at) => bytes[at] !== byte))
    throw new InvalidRelayTokenError({ fault: 'issuer' })
  return bytes.slice(2)
}

function decoded(text: string): Bytes {
  try {
    return base58ToBytes(text)
  } catch (cause) {
    throw new InvalidRelayTokenError({ fault: 'issuer', cause })
  }
}

/**
 * Makes the token that a client shows to a relay, anew for each connection.
 *
 * @param input.seed - the client's Ed25519 seed, 32 bytes
 * @param input.audience - the relay's address as it is connected to, without query
 * @throws UnusableKeyError
 */
export async function signRelayToken({
  ciphers,
  seed,
  subject,
  audience,
  issuedAt,
  expiresAt,
}: {
  readonly ciphers: Ciphers
  readonly seed: Bytes
  readonly subject: string
  readonly audience: string
  readonly issuedAt: number
  readonly expiresAt: number
}): Promise<string> {
  const iss = formatClientId(await ciphers.signingKey(seed))
  // Relays exist that compare texts: the members stand in the order in which all clients write them.
  const claims: RelayTokenClaims = { iss, sub: subject, aud: audience, iat: issuedAt, exp: expiresAt }
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  const signature = await ciphers.sign({ seed, message: utf8ToBytes(signed) })
  return `${signed}.${bytesToBase64(signature, 'base64url')}`
}

/** A relay's address as a token names it: without query, fragment and the slash at its end. */
export const audienceOf = (relayUrl: string): string => relayUrl.replace(/[?#].*$/s, '').replace(/\/+$/, '')

const part = (value: object): string => bytesToBase64(utf8ToBytes(JSON.stringify(value)), 'base64url')

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** What a client says of itself to a relay. Times are seconds since 1970. */
const Claims = v.object({
  /** The client's id. */
  iss: v.pipe(v.string(), v.maxLength(128)),
  /** 32 random bytes in hex, drawn anew for each client. */
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  /** The relay's address, without query. */
  aud: v.pipe(v.string(), v.maxLength(2_048)),
  iat: seconds,
  exp: v.optional(seconds),
})
export type RelayTokenClaims = Output<typeof Claims>

const Header = v.object({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })

/** Letters; a client's own has about 480. */
const longest = 4_096

/**
 * Takes a token apart without judging it.
 *
 * @throws {@link InvalidRelayTokenError}
 */
export function decodeRelayToken(token: string): {
  readonly claims: RelayTokenClaims
  readonly signed: Bytes
  readonly signature: Bytes
} {
  const [header, claims, signature, ...others] = token.split('.')
  if (
    token.length > longest ||
    header === undefined ||
    claims === undefined ||
    signature === undefined ||
    others.length > 0
  )
    throw new InvalidRelayTokenError({ fault: 'shape' })
  read({ part: header, schema: Header, fault: 'header' })
  return {
    claims: read({ part: claims, schema: Claims, fault: 'shape' }),
    signed: utf8ToBytes(`${header}.${claims}`),
    signature: bytesOf(signature),
  }
}

/**
 * Judges a token as a relay does: the audience, the times, the client's signature.
 *
 * @param input.audiences - the relay's own addresses; a slash at the end makes no difference
 * @param input.now - ms since 1970
 * @param input.tolerance - seconds that clocks may differ by; default 120
 * @throws {@link InvalidRelayTokenError}
 */
export async function verifyRelayToken({
  ciphers,
  token,
  audiences,
  now,
  tolerance = relayTokenTimes.tolerance,
}: {
  readonly ciphers: Ciphers
  readonly token: string
  readonly audiences: readonly string[]
  readonly now: number
  readonly tolerance?: number | undefined
}): Promise<RelayTokenClaims> {
  const { claims, signed, signature } = decodeRelayToken(token)
  const publicKey = parseClientId(claims.iss)
  const audience = claims.aud.replace(/\/$/, '')
  if (!audiences.some((each) => each.replace(/\/$/, '') === audience))
    throw new InvalidRelayTokenError({ fault: 'audience' })
  const second = now / 1_000
  if (claims.iat > second + tolerance) throw new InvalidRelayTokenError({ fault: 'notYetValid' })
  if (claims.exp !== undefined && claims.exp < second - tolerance)
    throw new InvalidRelayTokenError({ fault: 'expired' })
  if (!(await verifySignature({ ciphers, publicKey, message: signed, signature })))
    throw new InvalidRelayTokenError({ fault: 'signature' })
  return claims
}

function bytesOf(text: string): Bytes {
  try {
    return base64ToBytes(text, 'base64url')
  } catch (cause) {
    throw new InvalidRelayTokenError({ fault: 'shape', cause })
  }
}

function read<Value>({
  part: text,
  schema,
  fault,
}: {
  readonly part: string
  readonly schema: v.GenericSchema<unknown, Value>
  readonly fault: RelayTokenFault
}): Value {
  try {
    const value: unknown = JSON.parse(bytesToUtf8(bytesOf(text)))
    return v.parse(schema, value)
  } catch (cause) {
    throw cause instanceof InvalidRelayTokenError ? cause : new InvalidRelayTokenError({ fault, cause })
  }
}
