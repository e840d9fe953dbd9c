import { type JsonRpcFailure, JsonRpcResponse } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { UnknownChainError } from '../errors/refusals.js'
import type { ChainConfig } from './chain.js'
import { isSending } from './methods.js'
import { UpstreamError } from './UpstreamError.js'
import { createUpstream, type Upstream } from './upstream.js'

/** What a network is asked. */
export interface RpcCall {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

/** What its node answered: a result, or an error of its own. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: JsonRpcFailure }

/** A network that can be asked. */
export interface Chain extends ChainConfig {
  /**
   * Asks one node, and the next one when it can't be reached or talks no JSON-RPC. What a node answers is an answer, an
   * error too. A signed transaction goes on to the next node only when it can't have arrived at the one before.
   * @returns an outcome for each call, in order
   * @throws {@link UpstreamError} of the last node · the signal's reason
   * @see F22
   */
  request(request: { calls: readonly RpcCall[]; signal: AbortSignal }): Promise<readonly RpcOutcome[]>
}

export interface Chains {
  readonly all: readonly Chain[]
  /** @throws {@link UnknownChainError} */
  get(id: string): Chain
}

export interface ChainsParameters {
  chains: readonly ChainConfig[]
  timeoutMs: number
  clock: Clock
}

export function createChains({ chains, timeoutMs, clock }: ChainsParameters): Chains {
  const all = chains.map((config): Chain => {
    const upstreams = config.upstreams.map((url) => createUpstream({ url, timeoutMs, clock }))
    return { ...config, request: ({ calls, signal }) => ask({ upstreams, calls, signal }) }
  })
  const byId = new Map<string, Chain>(all.map((chain) => [chain.id, chain]))
  return {
    all,
    get(id) {
      const chain = byId.get(id)
      if (chain === undefined) throw new UnknownChainError()
      return chain
    },
  }
}

interface Ask {
  upstreams: readonly Upstream[]
  calls: readonly RpcCall[]
  signal: AbortSignal
}

async function ask({ upstreams, calls, signal }: Ask): Promise<readonly RpcOutcome[]> {
  const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const body = JSON.stringify(requests.length === 1 ? requests[0] : requests)
  const mayRepeat = !calls.some(({ method }) => isSending(method))
  const failures: UpstreamError[] = []
  for (const upstream of upstreams) {
    try {
      return outcomes({ answer: await upstream.ask({ body, signal }), count: calls.length, host: upstream.host })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      failures.push(error)
      if (error.delivered && !mayRepeat) break
    }
  }
  // A node that only asks for patience is the better news: the client can do something about it.
  throw failures.find(({ code }) => code === 'limited') ?? failures.at(-1) ?? new Error('A network has no upstream.')
}

const Answer = v.union([v.array(JsonRpcResponse), JsonRpcResponse])

/** @throws {@link UpstreamError} when it isn't JSON-RPC */
function outcomes({ answer, count, host }: { answer: unknown; count: number; host: string }): readonly RpcOutcome[] {
  const parsed = v.safeParse(Answer, answer)
  if (!parsed.success) throw new UpstreamError({ code: 'not_json_rpc', host, delivered: true })
  const { output } = parsed
  if (!Array.isArray(output)) return singleOutcome({ output, count })
  const byId = new Map(output.map((response) => [response.id, response]))
  return Array.from({ length: count }, (_, id) => outcome(byId.get(id)))
}

/** A node that refuses a whole batch says so once. */
function singleOutcome({ output, count }: { output: JsonRpcResponse; count: number }): readonly RpcOutcome[] {
  const only = outcome(output)
  return Array.from({ length: count }, () => (count === 1 || 'error' in only ? only : unanswered))
}

const unanswered: RpcOutcome = { error: { code: -32603, message: "The network's node left this request out." } }

function outcome(response: JsonRpcResponse | undefined): RpcOutcome {
  if (response === undefined) return unanswered
  return response.error ? { error: response.error } : { result: response.result ?? null }
}
