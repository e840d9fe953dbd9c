import { JsonRpcError, UnsupportedMethodError } from '@foyer/core/errors'

/** Does the wallet not know the method? It says so with 4200, or with JSON-RPC's -32601. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof UnsupportedMethodError || (error instanceof JsonRpcError && error.rpcCode === -32601)
}
