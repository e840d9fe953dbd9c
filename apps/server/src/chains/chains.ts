import type { JsonRpcRequest } from '@foyer/core/wire'
import type { Holdings } from '@foyer/service/budget/holdings'
import type { Lane } from '../kernel/lanes.js'
import type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'
import type { ChainConfig } from './chain.js'
import type { PassedStream } from './exchange.js'
import type { HealthStatus } from './health.js'

export type { RpcCall, RpcOutcome } from '../rpc/outcomes.js'

/** A network that can be asked. */
export interface Chain extends Omit<ChainConfig, 'upstreams' | 'bundler'> {
  /**
   * Sends a request to one node, and to the next when it is unreachable or answers no JSON-RPC: healthy nodes first, four at
   * most. A JSON-RPC error is an answer too. A signed transaction goes on to the next node only when it can't
   * have arrived at the one before.
   * @param request.client - whose it is, as `clientKey` gives it; left out, it is the server's own
   * @param request.count - called with the bytes of the answers as they come; false: there is no room for them
   * @returns an outcome for each call, in order
   * @throws UpstreamError of the last node · the signal's reason
   * @see F22
   */
  request(request: {
    calls: readonly RpcCall[]
    client?: string | undefined
    signal: AbortSignal
    count?: ((bytes: number) => boolean) | undefined
  }): Promise<readonly RpcOutcome[]>
  /**
   * Sends one request in the same way. A large answer comes as a stream, with the request's own id in it.
   * @throws as `request`
   */
  pass(request: {
    call: JsonRpcRequest
    client?: string | undefined
    signal: AbortSignal
  }): Promise<RpcOutcome | PassedStream>
  /** The slots that visitors' requests hold while they are passed on to its nodes. */
  readonly slots: Holdings
  /** The slots that requests of a lane hold beside it, so that what is slow leaves the others room. */
  readonly laneSlots: Readonly<Partial<Record<Lane, Holdings>>>
  /** Returns the status of its nodes when they were last asked, in the order of the configuration. */
  health(): readonly HealthStatus[]
  /**
   * Checks all nodes, and puts them in order.
   * @throws the signal's reason
   */
  check(request: { signal: AbortSignal }): Promise<readonly HealthStatus[]>
}

export interface Chains {
  readonly all: readonly Chain[]
  find(id: string): Chain | undefined
  /** @throws UnknownChainError */
  get(id: string): Chain
}
