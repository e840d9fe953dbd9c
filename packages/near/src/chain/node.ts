import type { AdapterHost, Network } from '@foyer/core'
import { JsonRpcError } from '@foyer/core/errors'
import { createReaders } from '@foyer/core/rpc'
import { type NearOutcome, outcomeOf, type Query, readOutcome, saysMissing } from './queries.js'

interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/** A network by its nodes, asked by their JSON-RPC: never through the wallet. */
export interface Node {
  readonly network: Network
  /** @throws JsonRpcError · AbortedError and what the transport throws */
  outcome(request: Pick<Query<unknown>, 'method' | 'params'> & Abortable): Promise<NearOutcome>
  /** @returns undefined for what isn't there @throws as `outcome`, and InvalidResponseError */
  ask<T>(query: Query<T>, options?: Abortable): Promise<T | undefined>
}

/** What isn't there, isn't at any node. */
const isAnswer = (error: unknown): boolean => error instanceof JsonRpcError && saysMissing(error.message, error.rpcData)

/** The way to each network. @throws NoRpcUrlError */
export function createNodes(host: AdapterHost): (network: Network) => Node {
  // Its nodes take no batches.
  const readerOf = createReaders(host, { batch: false, isAnswer })
  return (network) => {
    const read = readerOf(network)
    const outcome: Node['outcome'] = (request) => outcomeOf(read(request))
    return {
      network,
      outcome,
      ask: async (query, { signal } = {}) => readOutcome(query, await outcome({ ...query, signal })),
    }
  }
}
