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
  zeroHash,
} from 'viem'
import { readsOnce } from './contracts/readsOnce.js'

/** A call that an account with the delegate's code carries out. */
export interface ExecutedCall {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
const batchType = parseAbiParameters('(address to, uint256 value, bytes data)[]')
/** ERC-7579: a batch of which all is carried out, or none. */
const batchMode: Hex = `0x01${'00'.repeat(31)}`

const execute = (mode: Hex, data: Hex): LowerHex =>
  lowerHex(encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [mode, data] }))

/** Returns the calldata by which an account with the delegate's code carries calls out as one. */
export function executing(calls: readonly ExecutedCall[]): LowerHex {
  const plain = calls.map(({ to, value, data }) => ({ to, value, data }))
  return execute(batchMode, encodeAbiParameters(batchType, [plain]))
}

/** The same of one call, in its shortest form. */
export const executingOne = ({ to, value, data }: ExecutedCall): LowerHex =>
  execute(zeroHash, concat([to, numberToHex(value, { size: 32 }), data]))

/** Reads the calls of such calldata; undefined for anything else. */
export function executedIn(callData: Hex): readonly ExecutedCall[] | undefined {
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
