const lifetime = 86_400
const backdated = 90
const backdatedAfterRefusal = 3_690

/** Seconds. */
export const relayTokenTimes: {
  readonly lifetime: number
  /** A token is dated back: many clocks are fast, and relays refuse what was issued in their future. */
  readonly backdated: number
  /** How far it is dated back once a relay has found that it comes from the future. */
  readonly backdatedAfterRefusal: number
  /** How far a relay lets clocks differ. */
  readonly tolerance: number
} = { lifetime, backdated, backdatedAfterRefusal, tolerance: 120 }

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
  const issuedAt = Math.floor(now / 1_000) - (refused ? backdatedAfterRefusal : backdated)
  return { issuedAt, expiresAt: issuedAt + lifetime }
}
