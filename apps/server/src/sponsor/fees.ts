import type { Prices } from './readNetwork.js'

/** The fees that a transaction offers for each unit of gas, in wei. */
export interface Fees {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/**
 * Offers enough for a base fee that doubles meanwhile: with less, what is signed could stand in the way of all behind it a few blocks later.
 * @param most - of the project
 * @returns null where the network is dearer than that at the moment
 */
export function feesAt({ baseFee, tip }: Pick<Prices, 'baseFee' | 'tip'>, most: bigint): Fees | null {
  const maxFeePerGas = 2n * baseFee + tip
  return maxFeePerGas > most ? null : { maxFeePerGas, maxPriorityFeePerGas: tip }
}

/** Whether the next block's base fee, an eighth higher at most, may leave less than the tip of what is offered. */
export const isPassed = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees, { baseFee }: Pick<Prices, 'baseFee'>): boolean =>
  8n * (maxFeePerGas - maxPriorityFeePerGas) < 9n * baseFee

/** Offers as much as nodes want at least before they let a transaction take another's place: a tenth more of both, and what is usual now. */
export function feesBeyond(before: Fees, { baseFee, tip }: Pick<Prices, 'baseFee' | 'tip'>): Fees {
  const maxFeePerGas = larger(raised(before.maxFeePerGas), 2n * baseFee + tip)
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(larger(raised(before.maxPriorityFeePerGas), tip), maxFeePerGas) }
}

const raised = (fee: bigint) => (fee * 9n) / 8n + 1n
export const larger = (one: bigint, other: bigint) => (one > other ? one : other)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

/** The most that a transaction may cost: all of its gas at what it offers, and twice what the chain below takes now, whose fee nothing bounds. */
export const costOf = ({
  gas,
  fees,
  lowerFee,
}: {
  readonly gas: number
  readonly fees: Fees
  readonly lowerFee: bigint
}): bigint => BigInt(gas) * fees.maxFeePerGas + 2n * lowerFee
