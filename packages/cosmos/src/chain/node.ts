import type { Abortable, Network } from '@foyer/core'
import { shortReason } from '@foyer/core/connector'
import { InvalidResponseError } from '@foyer/core/errors'
import { type ChainNode, createNodes as nodesOf } from '@foyer/core/family'
import { CosmosRefusalError, UnknownCosmosChainError } from '../errors.js'
import type { CosmosChain } from '../family.js'
import { type ChainsOfHost, chainIn } from './chains.js'
import { AbciAnswer, abciParams, type Query } from './queries.js'

/** A chain by its nodes, asked by CometBFT's JSON-RPC. */
export interface Node extends ChainNode {
  readonly facts: CosmosChain
  /** @throws as `ask`, and CosmosRefusalError */
  query<T>(query: Query<T>, options?: Abortable): Promise<T>
}

/** The way to each chain. @throws UnknownCosmosChainError · NoRpcUrlError */
export function createNodes({ host, chains }: ChainsOfHost): (network: Network) => Node {
  const nodeOf = nodesOf(host)
  return (network) => {
    const facts = chainIn(chains, network.caipNetworkId)
    if (!facts) throw new UnknownCosmosChainError({ networkId: network.caipNetworkId })
    const node = nodeOf(network)
    return {
      ...{ ...node, facts },
      async query(query, options) {
        const method = 'abci_query'
        const asked = { method, params: abciParams(query), schema: AbciAnswer }
        const { code, codespace, log, value } = await node.ask(asked, options)
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
