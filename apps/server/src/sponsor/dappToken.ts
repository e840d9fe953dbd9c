import { createHash, createPublicKey } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import { type Address, type Hex, keccak256 } from 'viem'

const [type, audience] = ['foyer-sponsor+jwt', 'foyer sponsor'] as const
/** The longest lifetime of a token. */
const longestSeconds = 600

const Claims = v.object({ exp: v.number(), call: v.string() })

interface ReadToken {
  readonly token: string
  /** public keys of the dapp's backend */
  readonly keys: readonly string[]
  readonly projectId: string
  readonly chainId: string
  readonly sender: Address
  readonly callData: Hex
  readonly now: number
}

/**
 * Reads the word of a dapp's own backend that these calls of this account are to be paid for: a JWT of Ed25519 with `iss`, the project; `sub`, the account (CAIP-10);
 * `call`, Keccak-256 of what the account is called with; `exp`, ten minutes away at most.
 * @returns what names it, so that it counts once; null for one that doesn't say so
 * @see RFC 8037, RFC 8725
 */
export async function readToken({ token, keys, ...said }: ReadToken): Promise<string | null> {
  const isGenuine = await Promise.all(keys.map((key) => isSignedBy({ token, key, ...said })))
  // By what is signed: the signature itself can be written in several ways.
  const signed = token.slice(0, token.lastIndexOf('.'))
  return isGenuine.includes(true) ? createHash('sha256').update(signed).digest('hex') : null
}

type SignedBy = Omit<ReadToken, 'keys'> & { readonly key: string }

async function isSignedBy({ token, key, projectId, chainId, sender, callData, now }: SignedBy): Promise<boolean> {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['EdDSA'],
      typ: type,
      audience,
      issuer: projectId,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub'],
    })
    const claims = v.safeParse(Claims, payload)
    return (
      claims.success &&
      claims.output.exp * 1_000 <= now + longestSeconds * 1_000 &&
      payload.sub?.toLowerCase() === `${chainId}:${sender}` &&
      claims.output.call === keccak256(callData)
    )
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}
