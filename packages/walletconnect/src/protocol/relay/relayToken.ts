import * as v from 'valibot'
import type { Ciphers } from '../cipher/ciphers.js'
import { verifySignature } from '../cipher/verifySignature.js'
import { base64ToBytes } from '../codec/base64ToBytes.js'
import { type Bytes, bytesToUtf8, utf8ToBytes } from '../codec/bytes.js'
import { parseClientId } from './clientId.js'
import { InvalidRelayTokenError, type RelayTokenFault } from './InvalidRelayTokenError.js'
import { relayTokenTimes } from './tokenTimes.js'

/** What a client says of itself to a relay. Times are seconds since 1970. */
export interface RelayTokenClaims {
  /** The client's id. */
  readonly iss: string
  /** 32 random bytes in hex, drawn anew for each client. */
  readonly sub: string
  /** The relay's address, without query. */
  readonly aud: string
  readonly iat: number
  readonly exp?: number | undefined
}

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Claims: v.GenericSchema<unknown, RelayTokenClaims> = v.object({
  iss: v.pipe(v.string(), v.maxLength(128)),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  aud: v.pipe(v.string(), v.maxLength(2_048)),
  iat: seconds,
  exp: v.optional(seconds),
})

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

function read<Output>({
  part: text,
  schema,
  fault,
}: {
  readonly part: string
  readonly schema: v.GenericSchema<unknown, Output>
  readonly fault: RelayTokenFault
}): Output {
  try {
    const value: unknown = JSON.parse(bytesToUtf8(bytesOf(text)))
    return v.parse(schema, value)
  } catch (cause) {
    throw cause instanceof InvalidRelayTokenError ? cause : new InvalidRelayTokenError({ fault, cause })
  }
}
