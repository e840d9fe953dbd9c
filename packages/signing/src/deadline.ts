import { type LowerHex, lowerHex } from '@foyer/core/chain'
import {
  type Address,
  concat,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import { readsOnce } from './contracts/readsOnce.js'
import { enforcers } from './enforcers.js'

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
const hookAbi = parseAbi([
  'function beforeHook(bytes terms, bytes args, bytes32 mode, bytes executionCalldata, bytes32 delegationHash, address delegator, address redeemer)',
])
const batchType = parseAbiParameters('(address to, uint256 value, bytes data)[]')
/** ERC-7579: a batch of which all is carried out, or none. */
const batchMode: Hex = `0x01${'00'.repeat(31)}`

interface Call {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

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
  const calls = callsOf(callData)
  if (calls === undefined) return undefined
  const first: Call = { to: deadlineContract, value: 0n, data: deadlineData(validUntil) }
  const executions = encodeAbiParameters(batchType, [[first, ...calls]])
  return lowerHex(encodeFunctionData({ abi: executeAbi, args: [batchMode, executions] }))
}

function callsOf(callData: Hex): readonly Call[] | undefined {
  try {
    const [mode, data] = decodeFunctionData({ abi: executeAbi, data: callData }).args
    if (mode === batchMode)
      return readsOnce({ inputs: batchType, data }) ? decodeAbiParameters(batchType, data)[0] : undefined
    if (mode !== zeroHash) return undefined
    const value = BigInt(slice(data, 20, 52))
    return [{ to: slice(data, 0, 20), value, data: size(data) === 52 ? '0x' : slice(data, 52) }]
  } catch {
    return undefined // why it isn't one makes no difference
  }
}
