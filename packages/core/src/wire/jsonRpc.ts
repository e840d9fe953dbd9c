import * as v from 'valibot'
import { limits } from './limits.js'

/** What a request and its answer are matched by. */
export type JsonRpcId = number | string | null

/** JSON-RPC 2.0, one request [S7.35]. */
export interface JsonRpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: JsonRpcId
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

const id: v.GenericSchema<unknown, JsonRpcId> = v.nullable(v.union([v.pipe(v.number(), v.safeInteger()), v.string()]))

export const JsonRpcRequest: v.GenericSchema<unknown, JsonRpcRequest> = v.object({
  jsonrpc: v.literal('2.0'),
  id,
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.rpcMethod)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})

/** JSON-RPC 2.0, several requests in one [S9.36]. */
export const JsonRpcBatch: v.GenericSchema<unknown, readonly JsonRpcRequest[]> = v.pipe(
  v.array(JsonRpcRequest),
  v.minLength(1),
  v.maxLength(limits.rpcBatch),
)

export interface JsonRpcFailure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** JSON-RPC 2.0, one answer. `error` decides; some nodes send `error: null` beside a result. */
export interface JsonRpcResponse {
  readonly id: JsonRpcId
  readonly result?: unknown
  readonly error?: JsonRpcFailure | null | undefined
}

const hasOutcome = (response: JsonRpcResponse): boolean => Boolean(response.error) || response.result !== undefined

export const JsonRpcResponse: v.GenericSchema<unknown, JsonRpcResponse> = v.pipe(
  v.object({
    jsonrpc: v.optional(v.literal('2.0')),
    id,
    result: v.optional(v.unknown()),
    error: v.nullish(
      v.object({ code: v.pipe(v.number(), v.integer()), message: v.string(), data: v.optional(v.unknown()) }),
    ),
  }),
  v.check(hasOutcome, 'neither result nor error'),
)
