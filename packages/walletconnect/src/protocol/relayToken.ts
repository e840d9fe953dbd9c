import type { Ciphers } from './cipher/ciphers.js'
import { type Bytes, bytesToBase58, bytesToBase64, joinBytes, utf8ToBytes } from './codec.js'

const lifetime = 86_400
/** A token is dated back: many clocks are fast, and relays refuse what was issued in their future. */
const backdated = 90
/** How far it is dated back once a relay has found that it comes from the future. */
const backdatedAfterRefusal = 3_690

/**
 * Returns when a token is issued and expires, in seconds since 1970. A clock that is an hour slow needs nothing, as the
 * token lives a day; for one that is an hour fast, a token made after a refusal is accepted.
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
  const claims = { iss, sub: subject, aud: audience, iat: issuedAt, exp: expiresAt }
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  const signature = await ciphers.sign({ seed, message: utf8ToBytes(signed) })
  return `${signed}.${bytesToBase64(signature, 'base64url')}`
}

/** A relay's address as a token names it: without query, fragment and the slash at its end. */
export const audienceOf = (relayUrl: string): string => relayUrl.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')

const part = (value: object): string => bytesToBase64(utf8ToBytes(JSON.stringify(value)), 'base64url')
