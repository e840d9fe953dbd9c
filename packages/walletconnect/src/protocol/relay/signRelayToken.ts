import type { Ciphers } from '../cipher/ciphers.js'
import { bytesToBase64 } from '../codec/base64.js'
import { type Bytes, utf8ToBytes } from '../codec/bytes.js'
import { formatClientId } from './clientId.js'
import type { RelayTokenClaims } from './relayToken.js'

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
