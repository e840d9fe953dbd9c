import { type JsonRpcFailure, type JsonRpcId, JsonRpcRequest, limits } from '@foyer/core/wire'
import * as v from 'valibot'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Chain, RpcOutcome } from './chains.js'
import type { PassedStream } from './exchange.js'
import { costOf, isMethodAllowed, laneOf } from './methods.js'

/** The proxy's answer by HTTP. */
export interface ProxyAnswer {
  readonly status: 200 | 400 | 429 | 502
  /** JSON, written out, or a large answer as it comes */
  readonly body: string | PassedStream
  readonly retryAfterSeconds?: number | undefined
  /** what the nodes did wrong, for the log */
  readonly cause?: UpstreamError | undefined
}

/** A body that was looked through: what of it may go to the network, and what the server answers by itself. */
export interface ReadBody {
  readonly isBatch: boolean
  readonly entries: readonly Entry[]
  /** what all of them together cost a node, in units */
  readonly cost: number
}

/**
 * Looks through JSON-RPC: a request or a batch, in which {@link faultOf} finds nothing.
 * @param request.body - parsed JSON
 */
export function readRpc({ chainId, body }: { chainId: string; body: unknown }): ReadBody {
  const isBatch = Array.isArray(body)
  const entries = (isBatch ? body : [body]).map((entry: unknown) => judge({ entry, chainId }))
  const cost = entries.reduce((sum, { call }) => sum + (call === undefined ? 1 : costOf(call.method)), 0)
  return { isBatch, entries, cost }
}

interface PassOn {
  chain: Pick<Chain, 'request' | 'pass' | 'laneSlots'>
  read: ReadBody
  /** as `clientKey` gives it */
  client: string
  signal: AbortSignal
  /** called with the bytes that have to be held; false: there is no room for them */
  count: (bytes: number) => boolean
}

/**
 * Passes on to a network what may go there. Requests that the server refuses are answered here, in their place; the others travel
 * together. The ids are the caller's own, whatever they are. A single large answer is passed on as it comes.
 * @throws the signal's reason
 * @see S7.33, S7.35; JSON-RPC 2.0
 */
export async function passOn({ chain, read, client, signal, count }: PassOn): Promise<ProxyAnswer> {
  const { isBatch, entries } = read
  const calls = entries.flatMap(({ call }) => call ?? [])
  const answered = (outcomes: readonly RpcOutcome[]) => {
    const rest = outcomes.values()
    const responses = entries.map(({ id, call, error }) => {
      const outcome = call === undefined ? { error } : rest.next().value
      return outcome !== undefined && 'result' in outcome
        ? { jsonrpc: '2.0', id, result: outcome.result }
        : failure({ id, error: outcome?.error ?? internal })
    })
    return JSON.stringify(isBatch ? responses : responses[0])
  }
  const refused = (error: JsonRpcFailure) => answered(calls.map(() => ({ error })))
  const [call] = calls
  if (call === undefined) return { status: 200, body: answered([]) }
  const slot = chain.laneSlots[laneOf({ calls, client })]?.take({ owner: client })
  if (typeof slot === 'string') return { status: 429, body: refused(limited), retryAfterSeconds: 1 }
  const release = slot?.release ?? (() => {})
  try {
    if (isBatch) {
      const outcomes = await chain.request({ calls, client, signal, count }).finally(release)
      return { status: 200, body: answered(outcomes) }
    }
    const passed = await chain.pass({ call, client, signal })
    if ('next' in passed) return { status: 200, body: releasing({ passed, release }) }
    release()
    return { status: 200, body: answered([passed]) }
  } catch (cause) {
    release()
    if (!(cause instanceof UpstreamError)) throw cause
    if (cause.code === 'too_large') return { status: 200, body: refused(tooLarge) }
    if (cause.code !== 'limited') return { status: 502, body: refused(unavailable), cause }
    const retryAfterSeconds = Math.max(1, Math.ceil((cause.retryAfterMs ?? 0) / 1000))
    return { status: 429, body: refused(limited), retryAfterSeconds, cause }
  }
}

/** Gives back what a stream holds when it ends, in whatever way. */
function releasing({ passed, release }: { passed: PassedStream; release: () => void }): PassedStream {
  return {
    head: passed.head,
    async next() {
      const part = await passed.next().catch((error: unknown) => {
        release()
        throw error
      })
      if (part === null) release()
      return part
    },
    cancel() {
      release()
      passed.cancel()
    },
  }
}

// The numbers are those of JSON-RPC 2.0 and EIP-1474.
const internal: JsonRpcFailure = { code: -32603, message: 'Internal error.' }
const unavailable: JsonRpcFailure = { code: -32002, message: "The network's nodes don't answer at the moment." }
const limited: JsonRpcFailure = { code: -32005, message: "The network's nodes are to be called less often." }
const tooLarge: JsonRpcFailure = {
  code: -32005,
  message: 'The answer is larger than is passed on. Ask for less at once.',
}

/** Returns the answer to a batch that costs more than is paid at once: waiting wouldn't help. */
export function tooCostly({ entries }: ReadBody): ProxyAnswer {
  const error = {
    code: -32005,
    message: 'These requests cost more than is taken at once. Send them in smaller batches.',
  }
  return { status: 200, body: JSON.stringify(entries.map(({ id }) => failure({ id, error }))) }
}

/** Returns the answer to a body that is no request as a whole. */
export function refuseBody(fault: JsonRpcFailure): ProxyAnswer {
  return { status: 400, body: JSON.stringify(failure({ id: null, error: fault })) }
}

/** Returns the fault of a body as a whole; undefined is what wasn't JSON. */
export function faultOf(body: unknown): JsonRpcFailure | undefined {
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

function judge({ entry, chainId }: { entry: unknown; chainId: string }): Entry {
  const parsed = v.safeParse(JsonRpcRequest, entry, { abortEarly: true })
  if (!parsed.success) {
    const [issue] = parsed.issues
    const field = v.getDotPath(issue) ?? 'request'
    return { id: null, error: { code: -32600, message: `Not a JSON-RPC 2.0 request: see "${field}".` } }
  }
  const { output: call } = parsed
  if (isMethodAllowed({ chainId, method: call.method })) return { id: call.id, call, error: internal }
  return { id: call.id, error: { code: -32601, message: "This server doesn't pass that method on." } }
}

const failure = ({ id, error }: { id: JsonRpcId; error: JsonRpcFailure }) => ({ jsonrpc: '2.0', id, error })
