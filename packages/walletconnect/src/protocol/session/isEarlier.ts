/**
 * Whether a message was sent before another: the guard against an old update after a new one. The last three digits count for nothing, as they
 * are random.
 */
export function isEarlier({ id, than }: { readonly id: string; readonly than: string }): boolean {
  return millisecondsOf(id) < millisecondsOf(than)
}

/** Some peers count in units of a nanosecond: 19 digits, of which 13 are the milliseconds as they are of 16. */
const millisecondsOf = (id: string): number => Number(id.slice(0, 13).padStart(13, '0'))
