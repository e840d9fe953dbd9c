/** How long a pairing lives. */
export const pairingTimes = {
  /** Seconds from its making to the `expiryTimestamp` of its URI. */
  lifetimeSeconds: 300,
  /** The time that a URI is offered for, in ms [S9.1]. */
  offeredMs: 240_000,
  /** It counts as expired this long before that is over, in ms [S9.2]. */
  marginMs: 10_000,
} as const

/**
 * Whether a URI should be offered no longer, so that whoever scans it has time left: from 3:50 after it was made [S4.4].
 *
 * @param times - ms since 1970
 */
export function isOfferOver({ madeAt, now }: { readonly madeAt: number; readonly now: number }): boolean {
  return now >= madeAt + pairingTimes.offeredMs - pairingTimes.marginMs
}
