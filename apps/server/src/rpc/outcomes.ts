import { type JsonRpcFailure, JsonRpcResponse } from '@foyer/core/wire'
import * as v from 'valibot'
import { UpstreamError } from './UpstreamError.js'

/** A call to a network. */
export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

/** A node's answer: a result, or a JSON-RPC error. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: JsonRpcFailure }

/** JSON-RPC 2.0: one call as a request, several as a batch. The ids are their places. */
export function bodyOf(calls: readonly RpcCall[]): string {
  const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}

const Answers = v.array(JsonRpcResponse)

/**
 * Reads what a node answered to {@link bodyOf}: an outcome for each call, in order.
 * @throws {@link UpstreamError} when it isn't JSON-RPC
 */
export function outcomesOf(request: { answer: unknown; count: number; host: string }): readonly RpcOutcome[] {
  const { answer, count, host } = request
  if (!Array.isArray(answer)) return singleOutcome({ output: parse({ schema: JsonRpcResponse, answer, host }), count })
  const byId = new Map(parse({ schema: Answers, answer, host }).map((response) => [response.id, response]))
  return Array.from({ length: count }, (_, id) => outcome(byId.get(id)))
}

interface Parse<Schema> {
  schema: Schema
  answer: unknown
  host: string
}

function parse<Schema extends v.GenericSchema>({ schema, answer, host }: Parse<Schema>): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer)
  if (!parsed.success) throw new UpstreamError({ code: 'not_json_rpc', host, delivered: true })
  return parsed.output
}

/** A node refuses a whole batch by one error. */
function singleOutcome({ output, count }: { output: JsonRpcResponse; count: number }): readonly RpcOutcome[] {
  const only = outcome(output)
  return Array.from({ length: count }, () => (count === 1 || 'error' in only ? only : unanswered))
}

export const unanswered: RpcOutcome = { error: { code: -32603, message: "The network's node left this request out." } }

function outcome(response: JsonRpcResponse | undefined): RpcOutcome {
  if (response === undefined) return unanswered
  return response.error ? { error: response.error } : { result: response.result ?? null }
}
