import type { AdapterHost, Network } from '@foyer/core'
import { shortReason } from '@foyer/core/connector'
import { InvalidResponseError } from '@foyer/core/errors'
import { createReaders } from '@foyer/core/rpc'
import * as v from 'valibot'
import { CosmosRefusalError, UnknownCosmosChainError } from '../errors.js'
import type { CosmosChain } from '../family.js'
import { type Chains, chainIdOf, chainIn } from './chains.js'
import { AbciAnswer, abciParams, type Query } from './queries.js'

interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/** A chain by its nodes, asked by CometBFT's JSON-RPC: never through the wallet. */
export interface Node {
  readonly network: Network
  readonly chainId: string
  readonly facts: CosmosChain
  /** @throws JsonRpcError · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(
    request: Abortable & {
      readonly method: string
      readonly params: readonly unknown[]
      readonly schema: v.GenericSchema<unknown, T>
    },
  ): Promise<T>
  /** @throws as `ask`, and CosmosRefusalError */
  query<T>(query: Query<T>, options?: Abortable): Promise<T>
}

/** The way to each chain. @throws UnknownCosmosChainError · NoRpcUrlError */
export function createNodes({
  host,
  chains,
}: {
  readonly host: AdapterHost
  readonly chains: Chains
}): (network: Network) => Node {
  const readerOf = createReaders(host)
  return (network) => {
    const networkId = network.caipNetworkId
    const facts = chainIn(chains, networkId)
    if (!facts) throw new UnknownCosmosChainError({ networkId })
    const read = readerOf(network)
    const ask: Node['ask'] = async ({ method, params, schema, signal }) => {
      const { success, output } = v.safeParse(schema, await read({ method, params, signal }))
      if (!success) throw new InvalidResponseError({ expected: `what ${method} returns`, context: { method } })
      return output
    }
    return {
      network,
      chainId: chainIdOf(networkId),
      facts,
      ask,
      async query(query, { signal } = {}) {
        const method = 'abci_query'
        const { code, codespace, log, value } = await ask({
          method,
          params: abciParams(query),
          schema: AbciAnswer,
          signal,
        })
        if (code !== 0) throw new CosmosRefusalError({ number: code, codespace, reason: shortReason(log) })
        try {
          return query.read(value)
        } catch (cause) {
          throw new InvalidResponseError({ expected: `what ${query.path} returns`, context: { method }, cause })
        }
      },
    }
  }
}
