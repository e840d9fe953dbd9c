import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { SealingKey } from '../sessions/sealing.js'

/** What a token is for. One kind is never taken for the other: each has a key of its own (X3). */
export type TokenKind = 'nonce' | 'session'

/** Signs and reads JSON Web Tokens with HMAC-SHA-256, and nothing else (RFC 7519, RFC 8725). */
export interface Tokens {
  /** @param request.claims - with `exp`, in seconds since 1970 */
  sign(request: { kind: TokenKind; claims: Readonly<Record<string, unknown>> & { readonly exp: number } }): string
  /** @returns the claims, or null for a token that isn't of this kind, isn't ours, or is over */
  read(request: { kind: TokenKind; token: string }): unknown
}

const WithExpiry = v.looseObject({ exp: v.number() })

/**
 * @param parameters.keys - the first signs, all are read, so that a key is changed without signing anybody out
 * @returns null when there is no key
 */
export function createTokens({ keys, now }: { keys: readonly SealingKey[]; now: () => number }): Tokens | null {
  const [current] = keys
  if (current === undefined) return null
  return {
    sign({ kind, claims }) {
      const content = `${encode(headerOf({ kind, key: current }))}.${encode(claims)}`
      return `${content}.${mac({ kind, key: current, content })}`
    },
    read({ kind, token }) {
      const [header = '', payload = '', signature = '', ...rest] = token.split('.')
      // The header has to be ours letter by letter: it chooses nothing but which of our keys it is.
      const key = keys.find((each) => header === encode(headerOf({ kind, key: each })))
      if (key === undefined || rest.length > 0) return null
      if (!isSame(signature, mac({ kind, key, content: `${header}.${payload}` }))) return null
      const claims = v.safeParse(
        v.pipe(v.string(), v.parseJson(), WithExpiry),
        Buffer.from(payload, 'base64url').toString(),
      )
      return claims.success && claims.output.exp * 1000 > now() ? claims.output : null
    },
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const headerOf = ({ kind, key }: { kind: TokenKind; key: SealingKey }) => ({
  alg: 'HS256',
  typ: `foyer-${kind}+jwt`,
  kid: key.name,
})

/** Each kind's key is derived from the operator's, which signs nothing itself (HKDF, RFC 5869). */
function mac({ kind, key, content }: { kind: TokenKind; key: SealingKey; content: string }): string {
  const derived = hkdfSync('sha256', key.bytes, '', `foyer sign-in ${kind} token 1`, 32)
  return createHmac('sha256', new Uint8Array(derived)).update(content).digest('base64url')
}

/** Compared in constant time; texts of another length are no signatures at all. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
