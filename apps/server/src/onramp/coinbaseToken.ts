import { createPrivateKey, type KeyObject, sign } from 'node:crypto'

export interface CoinbaseTokenParameters {
  apiKeyId: string
  apiKeySecret: string
  method: 'GET' | 'POST'
  url: URL
  /** milliseconds since 1970 */
  now: number
  nonce: string
}

const holdsSeconds = 120

/**
 * Writes the bearer token of one call to Coinbase's API: a JWT of two minutes, by the operator's Secret API key.
 * @see https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication
 */
export function coinbaseToken({ apiKeyId, apiKeySecret, method, url, now, nonce }: CoinbaseTokenParameters): string {
  const key = toKey(apiKeySecret)
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const issuedAt = Math.floor(now / 1000)
  const header = { alg: isEdwards ? 'EdDSA' : 'ES256', kid: apiKeyId, typ: 'JWT', nonce }
  const claims = {
    sub: apiKeyId,
    iss: 'cdp',
    aud: ['cdp_service'],
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + holdsSeconds,
    uris: [`${method} ${url.host}${url.pathname}`],
  }
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = isEdwards
    ? sign(null, Buffer.from(signed), key)
    : sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** An Ed25519 key comes as its 32 secret bytes and its 32 public ones. */
function toKey(secret: string): KeyObject {
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64) return createPrivateKey(secret)
  const d = bytes.subarray(0, 32).toString('base64url')
  const x = bytes.subarray(32).toString('base64url')
  return createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d, x } })
}
