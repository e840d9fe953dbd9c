import { type Address, encodeAbiParameters, encodeFunctionData, encodePacked, type Hex } from 'viem'
import { batchType, executeAbi, modes } from '../operation.js'

/** Calls of the account as they stand in an operation, as the maker of one writes them. */
export const batchOf = (calls: readonly { to: Address; value: bigint; data: Hex }[]): Hex =>
  encodeFunctionData({ abi: executeAbi, args: [modes.batch, encodeAbiParameters(batchType, [[...calls]])] })

/** The same of one call. */
export const singleOf = ({ to, value, data }: { to: Address; value: bigint; data: Hex }): Hex =>
  encodeFunctionData({
    abi: executeAbi,
    args: [modes.single, encodePacked(['address', 'uint256', 'bytes'], [to, value, data])],
  })
