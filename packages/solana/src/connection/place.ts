import type { ConnectRequest, Network, NetworkId } from '@foyer/core'
import type { StandardWallet } from '../standard.js'
import { chainNameOf } from './chainNames.js'
import { featuresOf } from './features.js'

/** Where the visitor is with a wallet: Solana's wallets are on no network by themselves. */
export interface Place {
  networkId: NetworkId | undefined
}

/** The networks of Solana's that a kit has. */
export const solanaNetworks = (host: Pick<ConnectRequest['host'], 'networks'>): readonly Network[] =>
  host.networks().filter(({ chainNamespace }) => chainNamespace === 'solana')

/**
 * Can a wallet sign for a network? One that only sends by itself must know the chain; what it signs, the kit can send to any: a signature holds for the
 * one chain that has the block which it names.
 */
export function serves(wallet: StandardWallet, networkId: NetworkId): boolean {
  return featuresOf(wallet)['solana:signTransaction'] !== undefined || knows(wallet, networkId)
}

/** Does the wallet itself know the chain? */
export function knows({ chains }: Pick<StandardWallet, 'chains'>, networkId: NetworkId): boolean {
  return Array.isArray(chains) && (chains.includes(chainNameOf(networkId)) || chains.includes(networkId))
}

/**
 * Returns the network on which a connection begins: where the dapp would like, else where the visitor was, else on the
 * first network that the wallet serves.
 */
export function firstNetwork({
  wallet,
  place,
  request: { host, network },
}: {
  readonly wallet: StandardWallet
  readonly place: Place
  readonly request: Pick<ConnectRequest, 'host' | 'network'>
}): NetworkId | undefined {
  const configured = solanaNetworks(host).map(({ caipNetworkId }) => caipNetworkId)
  const wanted = [network?.caipNetworkId, place.networkId, ...configured].filter((id) => id !== undefined)
  return wanted.find((id) => id.startsWith('solana:') && serves(wallet, id)) ?? configured[0]
}
