import { base64ToBytes, bytesToUtf8 } from '../../protocol/codec.js'

/** Seconds that a relay lets clocks differ. */
export const clockTolerance = 120

/** Reads a token's claims, unjudged: that the server accepts none but those that hold is proved there. */
export function claimsOf(token: string): Record<'iss' | 'sub' | 'aud', string> & Record<'iat' | 'exp', number> {
  const [, claims = ''] = token.split('.')
  return JSON.parse(bytesToUtf8(base64ToBytes(claims, 'base64url')))
}
