import { AbortedError } from '../errors/connection.js'
import { isUserRejection } from '../errors/foreignError.js'
import { JsonRpcError } from '../errors/http.js'

/** A JSON-RPC call. */
export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

export interface RpcRequestOptions {
  readonly signal?: AbortSignal | undefined
  /** How often a read may be tried again; three times unless said. */
  readonly retries?: number | undefined
}

/** A way to a chain's JSON-RPC. The result is what the node said: the caller parses it. */
export interface RpcTransport {
  request(request: RpcRequest, options?: RpcRequestOptions): Promise<unknown>
}

/** Rejected by the visitor (4001, 5000), rejected by the node, reverted. */
const finalCodes: readonly number[] = [4001, 5000, -32003, 3]

/** Nodes that give a revert another number say it in words. */
const reverted = /execution reverted|gas required exceeds allowance/i

/** Whether an answer would be the same from any other node, or by asking again [S8.42]: refused, rejected, reverted, aborted. */
export function isFinal(error: unknown): boolean {
  if (error instanceof JsonRpcError) return finalCodes.includes(error.rpcCode) || reverted.test(error.message)
  return error instanceof AbortedError || isUserRejection(error)
}

/** Methods that change something, or whose answer depends on who asked before: sends, signatures, filters, a test chain's own. */
const once =
  /send|sign|submit|broadcast|airdrop|filter|subscri|^(?:personal|wallet|pm|miner|admin|anvil|evm|hardhat|tenderly)_/i

/** What only reads in spite of its name: `getSignatureStatuses`, `eth_getFilterLogs`. */
const reads = /^(?:[a-z]+_)?get(?!FilterChanges)/

/** Whether a method may be sent twice, or once for two callers: never a signature or a send [F22]. */
export function isRepeatable(method: string): boolean {
  return reads.test(method) || !once.test(method)
}
