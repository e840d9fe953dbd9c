import { type LowerHex, lowerHex } from '@foyer/core/chain'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from 'viem'
import type { BatchCall } from './batchParams.js'

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata) payable'])
/** ERC-7579: a batch of which all is carried out, or none. */
const batchMode = `0x01${'00'.repeat(31)}` as const

/** Returns the calldata by which an account with the delegate's code carries calls out as one. */
export function executing(calls: readonly BatchCall[]): LowerHex {
  const plain = calls.map(({ to, value, data }) => ({ to, value, data }))
  const executions = encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [plain])
  return lowerHex(encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [batchMode, executions] }))
}

/** The same of one call, in its shortest form. */
export const executingOne = ({ to, value, data }: BatchCall): LowerHex =>
  lowerHex(
    encodeFunctionData({
      abi: executeAbi,
      functionName: 'execute',
      args: [zeroHash, concat([to, numberToHex(value, { size: 32 }), data])],
    }),
  )
