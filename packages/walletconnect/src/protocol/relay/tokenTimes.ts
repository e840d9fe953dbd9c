/** Seconds. */
export const relayTokenTimes = {
  lifetime: 86_400,
  /** A token is dated back: many clocks are fast, and relays refuse what was issued in their future. */
  backdated: 90,
  /** How far it is dated back once a relay has found that it comes from the future. */
  backdatedAfterRefusal: 3_690,
  /** How far a relay lets clocks differ. */
  tolerance: 120,
} as const

/**
 * When a token is issued and expires, in seconds since 1970. A clock that is an hour slow needs nothing, as the token lives a day; for one
 * that is an hour fast, a token made after a refusal is accepted.
 *
 * @param input.now - ms since 1970
 */
export function relayTokenPeriod({ now, refused }: { readonly now: number; readonly refused: boolean }): {
  readonly issuedAt: number
  readonly expiresAt: number
} {
  const back = refused ? relayTokenTimes.backdatedAfterRefusal : relayTokenTimes.backdated
  const issuedAt = Math.floor(now / 1_000) - back
  return { issuedAt, expiresAt: issuedAt + relayTokenTimes.lifetime }
}

/** What a relay's words for closing a connection mean [S8.29]; undefined where it says something else. */
export function relayRefusal(words: string): 'clock' | 'origin' | 'project' | undefined {
  if (words.includes('JWT Token is not yet valid')) return 'clock'
  if (words.includes('Unauthorized: origin not allowed')) return 'origin'
  if (words.includes('Unauthorized: invalid key')) return 'project'
  return undefined
}
