import * as v from 'valibot'
import type { Output } from './call.js'
import { limits } from './limits.js'

/** The id by which a request and its answer are matched. */
const id = v.nullable(v.union([v.pipe(v.number(), v.safeInteger()), v.string()]))
export type JsonRpcId = Output<typeof id>

/** JSON-RPC 2.0, one request [S7.35]. */
export const JsonRpcRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id,
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.rpcMethod)),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])),
})
export type JsonRpcRequest = Output<typeof JsonRpcRequest>

/** JSON-RPC 2.0, several requests in one [S9.36]. */
export const JsonRpcBatch = v.pipe(v.array(JsonRpcRequest), v.minLength(1), v.maxLength(limits.rpcBatch))

const failure = v.object({ code: v.pipe(v.number(), v.integer()), message: v.string(), data: v.optional(v.unknown()) })
export type JsonRpcFailure = Output<typeof failure>

/** JSON-RPC 2.0, one answer. `error` decides; some nodes send `error: null` beside a result. */
export const JsonRpcResponse = v.pipe(
  v.object({
    jsonrpc: v.optional(v.literal('2.0')),
    id,
    result: v.optional(v.unknown()),
    error: v.nullish(failure),
  }),
  v.check((response) => Boolean(response.error) || response.result !== undefined, 'neither result nor error'),
)
export type JsonRpcResponse = Output<typeof JsonRpcResponse>
