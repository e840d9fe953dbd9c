import { deriveKey, type NamedKey } from '@foyer/service/seal/namedKeys'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** The purpose of a token. One kind is never taken for the other: each has a key of its own (X3). */
export type TokenKind = 'nonce' | 'session'

/** Signs and reads JSON Web Tokens with HMAC-SHA-256, and nothing else (RFC 7519, RFC 8725). */
export interface Tokens {
  /** @param request.claims - with `exp`, in seconds since 1970 */
  sign(request: { kind: TokenKind; claims: JWTPayload & { readonly exp: number } }): Promise<string>
  /** @returns the claims, or null for a token that isn't of this kind, isn't ours, or is over */
  read(request: { kind: TokenKind; token: string }): Promise<unknown>
}

/**
 * @param parameters.keys - the first signs, all are read, so that a key is changed without signing anyone out
 * @returns null when there is no key
 */
export function createTokens({ keys, now }: { keys: readonly NamedKey[]; now: () => number }): Tokens | null {
  const [current] = keys
  if (current === undefined) return null
  return {
    sign: ({ kind, claims }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: typeOf(kind), kid: current.name })
        .sign(derive({ kind, key: current })),
    async read({ kind, token }) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = keys.find(({ name }) => name === kid)
            if (key === undefined) throw new errors.JWKSNoMatchingKey()
            return derive({ kind, key })
          },
          { algorithms: ['HS256'], typ: typeOf(kind), requiredClaims: ['exp'], currentDate: new Date(now()) },
        )
        return payload
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const typeOf = (kind: TokenKind) => `foyer-${kind}+jwt`

const derive = ({ kind, key }: { kind: TokenKind; key: NamedKey }) => deriveKey({ use: `sign-in ${kind} token`, key })
