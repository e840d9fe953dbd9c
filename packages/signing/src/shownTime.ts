/** After this no date of JavaScript's stands. */
export const last = 8_640_000_000_000n

/** A time of a contract's, in seconds since 1970, as a date that reads the same everywhere; of one that never comes, the number. */
export const shownTime = (seconds: bigint): string =>
  seconds < 0n || seconds > last
    ? `${seconds}`
    : // A year of more than four digits is written with a sign before it.
      `${new Date(Number(seconds) * 1_000).toISOString().slice(0, -8).replace('T', ' ').replace(/^\+0*/, '')} UTC`
