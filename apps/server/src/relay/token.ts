import { refusal } from '@foyer/service/errors/ApiError'
import { decodeJwt, errors, jwtVerify } from 'jose'
import * as v from 'valibot'

/** The faults of the token that a client opens its socket with. Clients match the texts. */
const sentences = {
  missing: 'JWT is missing',
  early: 'JWT Token is not yet valid',
  late: 'JWT Token is expired',
  long: 'JWT Token is valid for more than a day',
  audience: 'JWT Token is for another relay',
  malformed: 'JWT Token is malformed',
  signature: 'JWT Token is not signed by its issuer',
} as const

/** A client's token is rejected. @see S8.29 */
export class RelayTokenError extends refusal(({ fault }: { fault: keyof typeof sentences; cause?: unknown }) => ({
  code: 'relay_token',
  status: 401,
  name: 'auth',
  description: `JWT validation error: ${sentences[fault]}`,
})) {}

/** The furthest that a client's clock may be off. */
const toleranceSeconds = 120
/** Official clients make a token for each socket, and let it hold for a day. */
const longestSeconds = 86_400
const maxCharacters = 4_096

const Claims = v.object({
  iss: v.pipe(v.string(), v.maxLength(100)),
  aud: v.pipe(v.string(), v.maxLength(2_048)),
  iat: v.number(),
  exp: v.number(),
})

/**
 * Authenticates a client: its token names a key and is signed with it, recently, for a day at most and for this relay.
 * @param request.isOwnAudience - whether an address is this relay's
 * @param request.now - milliseconds since 1970
 * @returns the client's id, `did:key:z6Mk…`
 * @throws {@link RelayTokenError}
 * @see RFC 7519, RFC 8037
 * @example
 * await verifyToken({ token, isOwnAudience: (aud) => aud === 'wss://relay.example', now: Date.now() })
 */
export async function verifyToken(request: {
  token: string | undefined
  isOwnAudience: (aud: string) => boolean
  now: number
}): Promise<string> {
  const { token, isOwnAudience, now } = request
  if (token === undefined || token === '') throw new RelayTokenError({ fault: 'missing' })
  const { iss, aud, iat, exp, key } = claimsOf(token)
  try {
    // The signature before the times: only the issuer learns which of them is wrong.
    await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: 'JWT',
      clockTolerance: toleranceSeconds,
      maxTokenAge: longestSeconds,
      currentDate: new Date(now),
    })
  } catch (cause) {
    throw new RelayTokenError({ fault: faultOf(cause), cause })
  }
  if (exp - iat > longestSeconds) throw new RelayTokenError({ fault: 'long' })
  if (!isOwnAudience(aud)) throw new RelayTokenError({ fault: 'audience' })
  return iss
}

/** Returns the claims of a token, before they are believed, with the key of the client that it names. */
function claimsOf(token: string) {
  try {
    if (token.length > maxCharacters) throw new RelayTokenError({ fault: 'malformed' })
    const claims = v.parse(Claims, decodeJwt(token))
    const key = publicKeyOf(claims.iss)
    if (key === null) throw new RelayTokenError({ fault: 'malformed' })
    return { ...claims, key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') } }
  } catch (cause) {
    throw new RelayTokenError({ fault: 'malformed', cause })
  }
}

function faultOf(error: unknown) {
  if (error instanceof errors.JWTExpired) return 'late'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'iat' ? 'early' : 'malformed'
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The multicodec prefix of an Ed25519 key. */
const ed25519Prefix = 'ed01'

/**
 * The Ed25519 key in a client's id.
 * @param did - `did:key:z…`
 * @returns 32 bytes; null for any other id
 * @see https://w3c-ccg.github.io/did-key-spec/
 */
export function publicKeyOf(did: string): Buffer | null {
  const encoded = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/.exec(did)?.[1]
  if (encoded === undefined) return null
  let value = 0n
  for (const digit of encoded) value = value * 58n + BigInt(base58.indexOf(digit))
  const hex = value.toString(16)
  return hex.length === 68 && hex.startsWith(ed25519Prefix) ? Buffer.from(hex.slice(ed25519Prefix.length), 'hex') : null
}

/** Whether a token's audience is this relay; `host` is the request's own header. */
export type OwnAudience = (aud: string, request: { host: string | undefined }) => boolean

const withoutSlash = (url: string) => url.replace(/\/$/, '')
const asSocket = (url: string) => withoutSlash(url).replace(/^http/, 'ws')

/**
 * The audiences that tokens may have, so that a token for another relay is rejected here.
 * @param options.urls - the relay's addresses, as clients are configured with them
 * @param options.publicUrl - the server's own address, the relay's default one. Without either the request's `Host` counts,
 * which is for local use only.
 * @see W12
 */
export function createOwnAudience(parameters: { urls: readonly string[]; publicUrl: string | undefined }): OwnAudience {
  const { urls, publicUrl } = parameters
  const named = urls.length > 0 ? urls : publicUrl === undefined ? [] : [publicUrl]
  const own = new Set(named.map(asSocket))
  return (aud, { host }) => {
    const address = withoutSlash(aud)
    if (own.size > 0) return own.has(address)
    return host !== undefined && (address === `ws://${host}` || address === `wss://${host}`)
  }
}
