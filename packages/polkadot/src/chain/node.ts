import type { AdapterHost, Network } from '@foyer/core'
import { createReaders } from '@foyer/core/rpc'
import { UnknownPolkadotChainError } from '../errors.js'
import type { PolkadotChain } from '../family.js'
import { type Chains, chainIn } from './chains.js'
import { type Query, readAnswer } from './queries.js'

/** A chain by its nodes, asked by their JSON-RPC: never through the wallet. */
export interface Node {
  readonly network: Network
  readonly facts: PolkadotChain
  /** @throws JsonRpcError · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(query: Query<T>, options?: { readonly signal?: AbortSignal | undefined }): Promise<T>
}

/** The way to each chain. @throws UnknownPolkadotChainError · NoRpcUrlError */
export function createNodes({
  host,
  chains,
}: {
  readonly host: AdapterHost
  readonly chains: Chains
}): (network: Network) => Node {
  const readerOf = createReaders(host)
  return (network) => {
    const facts = chainIn(chains, network.caipNetworkId)
    if (!facts) throw new UnknownPolkadotChainError({ networkId: network.caipNetworkId })
    const read = readerOf(network)
    return {
      ...{ network, facts },
      ask: async (query, { signal } = {}) =>
        readAnswer(query, await read({ method: query.method, params: query.params, signal })),
    }
  }
}
