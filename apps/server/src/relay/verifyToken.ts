import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import { publicKeyOf } from './publicKeyOf.js'
import { RelayTokenError } from './RelayTokenError.js'

/** So far a client's clock may be off, in seconds. */
const toleranceSeconds = 120
const mostCharacters = 4_096

const Header = v.object({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })
const Claims = v.object({
  iss: v.pipe(v.string(), v.maxLength(100)),
  aud: v.pipe(v.string(), v.maxLength(2_048)),
  iat: v.number(),
  exp: v.optional(v.number()),
})

/**
 * Finds out who a client is: the token names a key and is signed with it, shortly ago and for this relay.
 * @param request.isOwnAudience - whether an address is this relay's
 * @param request.now - milliseconds since 1970
 * @returns the client's id, `did:key:z6Mk…`
 * @throws {@link RelayTokenError}
 * @see RFC 7519, RFC 8037
 * @example
 * verifyToken({ token, isOwnAudience: (aud) => aud === 'wss://relay.example', now: Date.now() })
 */
export function verifyToken({
  token,
  isOwnAudience,
  now,
}: {
  token: string | undefined
  isOwnAudience: (aud: string) => boolean
  now: number
}): string {
  if (token === undefined || token === '') throw new RelayTokenError({ fault: 'missing' })
  const [header = '', claims = '', signature = '', ...rest] = token.length > mostCharacters ? [] : token.split('.')
  if (rest.length > 0 || !v.is(Header, decode(header))) throw new RelayTokenError({ fault: 'malformed' })
  const read = v.safeParse(Claims, decode(claims))
  const key = read.success ? publicKeyOf(read.output.iss) : null
  if (!read.success || key === null) throw new RelayTokenError({ fault: 'malformed' })
  const { iss, aud, iat, exp } = read.output
  // Before the figures: a stranger's token isn't worth a sentence about its time.
  const signed = Buffer.from(`${header}.${claims}`)
  if (!isSigned({ key, signed, signature: Buffer.from(signature, 'base64url') })) {
    throw new RelayTokenError({ fault: 'signature' })
  }
  const seconds = now / 1000
  if (iat > seconds + toleranceSeconds) throw new RelayTokenError({ fault: 'early' })
  if (exp !== undefined && exp < seconds - toleranceSeconds) throw new RelayTokenError({ fault: 'late' })
  if (!isOwnAudience(aud)) throw new RelayTokenError({ fault: 'audience' })
  return iss
}

function isSigned({ key, signed, signature }: { key: Buffer; signed: Buffer; signature: Buffer }): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }
  return signature.length === 64 && verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined // as malformed as any other
  }
}
