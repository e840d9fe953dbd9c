import { AbortedError } from '../errors/AbortedError.js'
import { isUserRejection } from '../errors/isUserRejection.js'
import { JsonRpcError } from '../errors/JsonRpcError.js'

/** Rejected by the visitor (4001, 5000), rejected by the node, reverted. */
const finalCodes: readonly number[] = [4001, 5000, -32003, 3]

/** Nodes that give a revert another number say it in words. */
const reverted = /execution reverted|gas required exceeds allowance/i

/** Whether an answer would be the same from any other node, or by asking again [S8.42]: refused, rejected, reverted, called off. */
export function isFinal(error: unknown): boolean {
  if (error instanceof JsonRpcError) return finalCodes.includes(error.rpcCode) || reverted.test(error.message)
  return error instanceof AbortedError || isUserRejection(error)
}
