import type { Abortable, Network } from '@foyer/core'
import { JsonRpcError } from '@foyer/core/errors'
import { createReaders, type RpcHost } from '@foyer/core/rpc'
import type { ChainQuery } from '@foyer/core/wire'
import { type NearOutcome, outcomeOf, readOutcome, saysMissing } from './queries.js'

/** A network by its nodes, asked by their JSON-RPC: never through the wallet. */
export interface Node {
  readonly network: Network
  /** @throws JsonRpcError · AbortedError and what the transport throws */
  outcome(request: Pick<ChainQuery<unknown>, 'method' | 'params'> & Abortable): Promise<NearOutcome>
  /** @returns undefined for what isn't there @throws as `outcome`, and InvalidResponseError */
  find<T>(query: ChainQuery<T>, options?: Abortable): Promise<T | undefined>
}

/** Whether an error is an answer: an account or key that isn't there, isn't at any node. */
const isAnswer = (error: unknown): boolean =>
  error instanceof JsonRpcError && saysMissing({ code: error.rpcCode, message: error.message, data: error.rpcData })

/** The way to each network: nodes say that there is none by an error, or inside of a result. @throws NoRpcUrlError */
export function createNodes(host: RpcHost): (network: Network) => Node {
  // Its nodes take no batches.
  const readerOf = createReaders(host, { batch: false, isAnswer })
  return (network) => {
    const read = readerOf(network)
    const outcome: Node['outcome'] = (request) => outcomeOf(read(request))
    return {
      network,
      outcome,
      find: async (query, { signal } = {}) => readOutcome(query, await outcome({ ...query, signal })),
    }
  }
}
