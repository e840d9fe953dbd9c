import { type ErrorFacts, FoyerError } from './FoyerError.js'
import { type FailureOptions, failure } from './failure.js'

/** One of the server's own reasons for a refusal. */
export interface HttpReason {
  readonly name: string
  readonly description: string
}

export interface HttpErrorOptions {
  readonly status: number
  /** The answer's text as it came. */
  readonly body: string
  readonly reasons?: readonly HttpReason[] | undefined
  /** The wait that the server asked for, in milliseconds (RFC 9110 §10.2.3). */
  readonly retryAfterMs?: number | undefined
  readonly context?: ErrorFacts | undefined
}

/** A server answered with something else than 2xx [S8.35 S8.36]. */
export class HttpError extends FoyerError {
  override readonly name = 'HttpError'
  readonly code = 'http'
  readonly status: number
  readonly body: string
  readonly reasons: readonly HttpReason[]
  readonly retryAfterMs: number | undefined

  constructor({ status, body, reasons = [], retryAfterMs, context }: HttpErrorOptions) {
    super(`HTTP status code: ${status}`, {
      facts: { ...context, status },
      notice: status === 429 ? 'error.busy' : status >= 500 ? 'error.serverUnavailable' : 'error.unknown',
    })
    this.status = status
    this.body = body
    this.reasons = reasons
    this.retryAfterMs = retryAfterMs
  }
}

/** The server failed several times in a row and is left alone for a while; nothing was sent. */
export class CircuitOpenError extends /* @__PURE__ */ failure('circuit_open', {
  text: ({ origin, waitMs }: { origin: string; waitMs: number }) =>
    `${origin} failed several times in a row; it is asked again in ${Math.ceil(waitMs / 1000)} s.`,
  notice: 'error.serverUnavailable',
}) {}

/** The names of JSON-RPC 2.0's and EIP-1474's error codes [S8.38]. */
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

export interface JsonRpcErrorOptions extends FailureOptions {
  readonly rpcCode: number
  /** The node's own words; shortened to 500 characters in the message. */
  readonly text?: string | undefined
  /** The node's `error.data`, such as the return data of a revert. */
  readonly rpcData?: unknown
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

/** The request failed and the device says that it has no network. */
export class OfflineError extends /* @__PURE__ */ failure('offline', {
  text: 'The device is offline. Try again when the network is back.',
  notice: 'error.offline',
}) {}

/** The request never got a whole answer: no route, a refused or broken connection, or a browser's rule (CORS, content policy). */
export class ServerUnreachableError extends /* @__PURE__ */ failure('server_unreachable', {
  text: ({ origin }: { origin: string }) =>
    `No answer from ${origin}. It may be down, or a CORS rule or content policy may forbid the request.`,
  notice: 'error.serverUnavailable',
}) {}
