import type { AddressType } from '../addresses/readAddress.js'

/** The kinds of address whose coins can be spent with one key. */
export type PayerType = Exclude<AddressType, 'p2wsh'>

/**
 * The weight of an input with its signature, in weight units (BIP-141), at most: a signature has 72 bytes with its hash
 * type, a Schnorr signature 64. An address of a script is taken for a nested one (P2SH-P2WPKH), as wallets have them.
 */
const inputWeights: Readonly<Record<PayerType, number>> = {
  p2wpkh: 41 * 4 + 108,
  p2sh: 64 * 4 + 108,
  p2tr: 41 * 4 + 66,
  // In a transaction without a witness; with one it is a unit more, which its fixed part has to spare.
  p2pkh: 148 * 4,
}

/** Version, lock time, the counts of inputs and outputs up to 252, and the marks of a witness. */
const fixedWeight = 10 * 4 + 2
const perCount = 2 * 4

/** Returns the size of a transaction, in virtual bytes, at most. */
export function virtualSize({
  inputs,
  outputs,
}: {
  readonly inputs: readonly PayerType[]
  /** The lengths of the outputs' scripts, in bytes. */
  readonly outputs: readonly number[]
}): bigint {
  const counts = [inputs.length, outputs.length].filter((count) => count > 252).length
  const weight =
    fixedWeight +
    counts * perCount +
    inputs.reduce((sum, type) => sum + inputWeights[type], 0) +
    outputs.reduce((sum, length) => sum + (9 + length) * 4, 0)
  return BigInt(Math.ceil(weight / 4))
}

/** Satoshis for a thousand virtual bytes. */
export type FeeRate = bigint

/** Returns the fee of a size at a rate, rounded up. */
export const feeFor = (size: bigint, rate: FeeRate): bigint => (size * rate + 999n) / 1000n

/** Returns the fee of spending a coin of the kind. */
export const inputFee = (type: PayerType, rate: FeeRate): bigint =>
  feeFor(BigInt(Math.ceil(inputWeights[type] / 4)), rate)

/**
 * The least that an output may hold to be relayed: what spending it would cost at 3 satoshis a virtual byte.
 *
 * @see Bitcoin Core, `GetDustThreshold`
 */
export const dustLimit = (type: AddressType): bigint =>
  ({ p2pkh: 546n, p2sh: 540n, p2wpkh: 294n, p2wsh: 330n, p2tr: 330n })[type]
