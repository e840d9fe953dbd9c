import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { deriveKey, type KeyRing, type NamedKey } from '@foyer/service/seal/namedKeys'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'

/** The lifetime of an access token: 15 minutes at most [F5]. */
export const accessSeconds = 900

const [type, audience] = ['foyer-login+jwt', 'foyer login'] as const

const Claims = v.object({ sid: v.pipe(v.string(), v.uuid()), cnf: v.object({ device: v.string() }) })

/** Tokens that let the device of a session ask: it signs each call besides. Nothing in one says who that is. */
export interface AccessTokens {
  /** @returns the token, and when it is over, in seconds since 1970 */
  sign(request: { readonly session: string; readonly device: string }): Promise<{ token: string; expiresAt: number }>
  /** @returns the session's id; null for a token that isn't this device's, isn't ours, or is over */
  read(request: { readonly token: string; readonly device: string }): Promise<string | null>
}

/** Ed25519, and no other algorithm, by keys that sign nothing else. @see RFC 8037, RFC 8725 */
export function createAccessTokens({
  keys,
  now,
}: {
  readonly keys: KeyRing
  readonly now: () => number
}): AccessTokens {
  const pairs = keys.map((key) => ({ name: key.name, privateKey: privateKeyOf(key) }))
  const current = privateKeyOf(keys[0])
  const publicKeys = new Map(pairs.map(({ name, privateKey }) => [name, createPublicKey(privateKey)]))
  return {
    async sign({ session, device }) {
      const expiresAt = Math.floor(now() / 1000) + accessSeconds
      const token = await new SignJWT({ sid: session, cnf: { device: nameOf(device) } })
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: keys[0].name })
        .setAudience(audience)
        .setExpirationTime(expiresAt)
        .sign(current)
      return { token, expiresAt }
    },
    async read({ token, device }) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid = '' }) => {
            const key = publicKeys.get(kid)
            if (key === undefined) throw new errors.JWKSNoMatchingKey()
            return key
          },
          { algorithms: ['EdDSA'], typ: type, audience, requiredClaims: ['exp'], currentDate: new Date(now()) },
        )
        const claims = v.safeParse(Claims, payload)
        return claims.success && claims.output.cnf.device === nameOf(device) ? claims.output.sid : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

const nameOf = (device: string) => createHash('sha256').update(device).digest('base64url')

/** The prefix that makes 32 bytes an Ed25519 key. @see RFC 8410 §7 */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(key: NamedKey): KeyObject {
  const seed = deriveKey({ use: 'login access token', key })
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}
