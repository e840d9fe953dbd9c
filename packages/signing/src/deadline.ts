import type { LowerHex } from '@foyer/core/chain'
import { concat, encodeFunctionData, type Hex, numberToHex, parseAbi, zeroAddress, zeroHash } from 'viem'
import { enforcers } from './enforcers.js'
import { executedIn, executing } from './executing.js'

const hookAbi = parseAbi([
  'function beforeHook(bytes terms, bytes args, bytes32 mode, bytes executionCalldata, bytes32 delegationHash, address delegator, address redeemer)',
])

/** The contract by which an operation ends: it reverts in every block of its time or later, for whoever calls it. */
export const deadlineContract = enforcers.timestamp

/** Encodes its call. @param validUntil - in seconds since 1970 */
export const deadlineData = (validUntil: number): Hex =>
  encodeFunctionData({
    abi: hookAbi,
    args: [
      concat([numberToHex(0, { size: 16 }), numberToHex(validUntil, { size: 16 })]),
      ...(['0x', zeroHash, '0x', zeroHash, zeroAddress, zeroAddress] as const),
    ],
  })

/**
 * Returns an account's calls with an end: the delegate's code knows no time, so that what was signed could be carried out at any time by whoever has seen it. The first call
 * of the batch reverts when it is late, which undoes the others and uses the operation's nonce up.
 *
 * @param callData - the account's own `execute`, of a call or a batch
 * @param validUntil - in seconds since 1970
 * @returns undefined for anything else
 * @example withDeadline(executing(calls), 1_800_000_000)
 */
export function withDeadline(callData: Hex, validUntil: number): LowerHex | undefined {
  const calls = executedIn(callData)
  return calls && executing([{ to: deadlineContract, value: 0n, data: deadlineData(validUntil) }, ...calls])
}
