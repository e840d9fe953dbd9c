import { InvalidResponseError } from '../errors/InvalidResponseError.js'

/**
 * Pure: can an account hold so much of a network's own coin, in its smallest unit? No network has 2¹²⁸ of them, and those without a coin of their own (Tempo)
 * answer some number beyond. A token's amount is what its contract says.
 */
export const isCoinAmount = (value: bigint): boolean => value >= 0n && value < 2n ** 128n

/** Returns an amount of a network's own coin that a node answered. @throws InvalidResponseError for what nobody can hold */
export function coinAmount(value: bigint): bigint {
  if (isCoinAmount(value)) return value
  throw new InvalidResponseError({ expected: 'an amount of the network’s own coin' })
}
