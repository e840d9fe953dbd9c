import type { ReadToken } from './tokens.js'

/** An amount of a token, in its smallest units. */
export interface Sum {
  readonly token: ReadToken
  readonly amount: bigint
  /** How many things it is of, where the amount is the id of one. */
  readonly count?: bigint | undefined
}

/** So little that it is next to nothing, whatever it is a piece of. What a token that isn't listed says of its decimals makes it no more. */
export function isNextToNothing({ token: { decimals = 18, isListed }, amount, count }: Sum): boolean {
  // Of a thing that an exchange itself counts by its id, the id says nothing of how much it is.
  if (count !== undefined) return false
  const places = isListed ? decimals : Math.max(decimals, 6)
  return (places >= 6 && amount <= 100n) || amount * 10n ** 9n < 10n ** BigInt(places)
}
