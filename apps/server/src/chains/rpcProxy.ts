import { type JsonRpcFailure, type JsonRpcId, JsonRpcRequest, limits } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Chain, RpcOutcome } from './chains.js'
import { isMethodAllowed } from './methods.js'
import { UpstreamError } from './UpstreamError.js'

/** What the proxy answers by HTTP. */
export interface ProxyAnswer {
  readonly status: 200 | 400 | 429 | 502
  readonly body: unknown
  readonly retryAfterSeconds?: number | undefined
  /** what the nodes did wrong, for the log */
  readonly cause?: UpstreamError | undefined
}

/** How many requests a body holds, before it is known to be well-formed. */
export const countRequests = (body: unknown): number => (Array.isArray(body) ? body.length : 1)

/**
 * Passes JSON-RPC on to a network: a request or a batch. Requests that the server refuses are answered here, in their
 * place; the others travel together. The ids are the caller's own, whatever they are.
 * @param request.body - parsed JSON, or undefined for what wasn't
 * @throws the signal's reason
 * @see S7.33, S7.35; JSON-RPC 2.0
 */
export async function passOn({
  chain,
  body,
  signal,
}: {
  chain: Chain
  body: unknown
  signal: AbortSignal
}): Promise<ProxyAnswer> {
  const fault = faultOf(body)
  if (fault !== undefined) return { status: 400, body: failure({ id: null, error: fault }) }
  const isBatch = Array.isArray(body)
  const entries = (isBatch ? body : [body]).map((entry: unknown) => judge({ entry, chain }))
  const calls = entries.flatMap(({ call }) => call ?? [])
  const answered = (outcomes: readonly RpcOutcome[]) => {
    const rest = outcomes.values()
    const responses = entries.map(({ id, call, error }) => {
      const outcome = call === undefined ? { error } : rest.next().value
      return outcome !== undefined && 'result' in outcome
        ? { jsonrpc: '2.0', id, result: outcome.result }
        : failure({ id, error: outcome?.error ?? internal })
    })
    return isBatch ? responses : responses[0]
  }
  if (calls.length === 0) return { status: 200, body: answered([]) }
  try {
    return { status: 200, body: answered(await chain.request({ calls, signal })) }
  } catch (cause) {
    if (!(cause instanceof UpstreamError)) throw cause
    if (cause.code !== 'limited')
      return { status: 502, body: answered(calls.map(() => ({ error: unavailable }))), cause }
    const retryAfterSeconds = Math.max(1, Math.ceil((cause.retryAfterMs ?? 0) / 1000))
    return { status: 429, body: answered(calls.map(() => ({ error: limited }))), retryAfterSeconds, cause }
  }
}

// The numbers are those of JSON-RPC 2.0 and EIP-1474.
const internal: JsonRpcFailure = { code: -32603, message: 'Internal error.' }
const unavailable: JsonRpcFailure = { code: -32002, message: "The network's nodes don't answer at the moment." }
const limited: JsonRpcFailure = { code: -32005, message: "The network's nodes ask to be called less often." }

/** What is wrong with the body as a whole. */
function faultOf(body: unknown): JsonRpcFailure | undefined {
  if (body === undefined) return { code: -32700, message: "The body isn't JSON." }
  if (!Array.isArray(body)) return undefined
  if (body.length === 0) return { code: -32600, message: 'A batch holds at least one request.' }
  if (body.length <= limits.rpcBatch) return undefined
  return { code: -32600, message: `A batch holds at most ${limits.rpcBatch} requests.` }
}

interface Entry {
  readonly id: JsonRpcId
  /** the call for the network; without it, `error` is the answer */
  readonly call?: JsonRpcRequest | undefined
  readonly error: JsonRpcFailure
}

function judge({ entry, chain }: { entry: unknown; chain: Chain }): Entry {
  const parsed = v.safeParse(JsonRpcRequest, entry)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const field = v.getDotPath(issue) ?? 'request'
    return { id: null, error: { code: -32600, message: `Not a JSON-RPC 2.0 request: see "${field}".` } }
  }
  const { output: call } = parsed
  const [family = ''] = chain.id.split(':')
  if (isMethodAllowed({ family, method: call.method })) return { id: call.id, call, error: internal }
  return { id: call.id, error: { code: -32601, message: "This server doesn't pass that method on." } }
}

const failure = ({ id, error }: { id: JsonRpcId; error: JsonRpcFailure }) => ({ jsonrpc: '2.0', id, error })
