import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** What the numbers of JSON-RPC 2.0 and EIP-1474 mean [S8.38]. */
export const jsonRpcNames = {
  [-32700]: 'parse',
  [-32600]: 'invalid request',
  [-32601]: 'method not found',
  [-32602]: 'invalid params',
  [-32603]: 'internal',
  [-32000]: 'invalid input',
  [-32001]: 'resource not found',
  [-32002]: 'resource unavailable',
  [-32003]: 'transaction rejected',
  [-32004]: 'method not supported',
  [-32005]: 'limit exceeded',
  [-32006]: 'version unsupported',
} as const

export type JsonRpcCode = keyof typeof jsonRpcNames

function isJsonRpcCode(code: number): code is JsonRpcCode {
  return Object.hasOwn(jsonRpcNames, code)
}

export interface JsonRpcErrorOptions {
  readonly rpcCode: number
  /** The node's own words; shortened to 500 characters in the message. */
  readonly text?: string | undefined
  /** The node's `error.data`, such as the return data of a revert. */
  readonly rpcData?: unknown
  readonly context?: ErrorFacts | undefined
  readonly cause?: unknown
}

/** A node, or a wallet in a node's stead, answered with a JSON-RPC error [S8.38]. */
export class JsonRpcError extends FoyerError {
  override readonly name = 'JsonRpcError'
  readonly code = 'json_rpc'
  readonly rpcCode: number
  /** The meaning of the number; `undefined` for a number that no standard gives. */
  readonly rpcName: (typeof jsonRpcNames)[JsonRpcCode] | undefined
  readonly rpcData: unknown

  constructor({ rpcCode, text, rpcData, context, cause }: JsonRpcErrorOptions) {
    const rpcName = isJsonRpcCode(rpcCode) ? jsonRpcNames[rpcCode] : undefined
    const meaning = rpcName ? ` (${rpcName})` : ''
    super(`JSON-RPC error ${rpcCode}${meaning}${text ? `: ${text.slice(0, 500)}` : '.'}`, {
      facts: { ...context, rpcCode },
      notice: 'error.unknown',
      cause,
    })
    this.rpcCode = rpcCode
    this.rpcName = rpcName
    this.rpcData = rpcData
  }
}
