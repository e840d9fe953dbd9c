import { type AuthPayload, type Cacao, InvalidAuthenticationError, parseIssuer } from '../protocol/index.js'

/** The fields that bind a signature to what was asked. */
const bound = ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId', 'statement'] as const

/** @throws InvalidAuthenticationError where something else was signed than was asked for */
export function checkCacaos({
  payload,
  cacaos,
}: {
  readonly payload: AuthPayload
  readonly cacaos: readonly Cacao[]
}): void {
  if (cacaos.length === 0) throw new InvalidAuthenticationError({ field: 'cacaos' })
  for (const { p } of cacaos) {
    if (!payload.chains.includes(parseIssuer(p.iss).chainId)) throw new InvalidAuthenticationError({ field: 'iss' })
    const field = bound.find((each) => p[each] !== payload[each])
    if (field !== undefined) throw new InvalidAuthenticationError({ field })
  }
}
