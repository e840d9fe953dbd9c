import type { Network } from '@foyer/core'
import { type ChainNode, createNodes as nodesOf } from '@foyer/core/family'
import { UnknownPolkadotChainError } from '../errors.js'
import type { PolkadotChain } from '../family.js'
import { type ChainsOfHost, chainIn } from './chains.js'

/** A chain by its nodes, asked by their JSON-RPC. */
export interface Node extends ChainNode {
  readonly facts: PolkadotChain
}

/** The way to each chain. @throws UnknownPolkadotChainError · NoRpcUrlError */
export function createNodes({ host, chains }: ChainsOfHost): (network: Network) => Node {
  const nodeOf = nodesOf(host)
  return (network) => {
    const facts = chainIn(chains, network.caipNetworkId)
    if (!facts) throw new UnknownPolkadotChainError({ networkId: network.caipNetworkId })
    return { ...nodeOf(network), facts }
  }
}
