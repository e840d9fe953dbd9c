import { InvalidBitcoinTransferError } from '../errors.js'

/** All that there will ever be, in satoshis. */
export const mostSats: bigint = 21_000_000n * 100_000_000n

/** Satoshis as a number of JSON, which some dialects want: 21 million bitcoin are less than 2^53. @throws InvalidBitcoinTransferError */
export function safeSats(amount: bigint): number {
  if (amount <= 0n || amount > mostSats) throw new InvalidBitcoinTransferError({ field: 'amount' })
  return Number(amount)
}
