import type { AdapterHost, Network, NetworkId } from '@foyer/core'
import { bigintToHex } from '@foyer/core/chain'
import { InvalidChainIdError, JsonRpcError, UnrecognizedChainError } from '@foyer/core/errors'
import { walletRpcUrlsFor } from '@foyer/core/networks'

/** The chain id of an EVM network, as EIP-1193 writes it. */
export const hexIdOf = (networkId: NetworkId): string => bigintToHex(BigInt(networkId.slice('eip155:'.length)))

/** What a wallet needs to add a network (EIP-3085): with the network's own addresses. */
export function addedChain({ network, rpc }: { readonly network: Network } & Pick<AdapterHost, 'rpc'>): object {
  const { caipNetworkId, name: chainName, nativeCurrency, blockExplorers } = network
  const { name, symbol, decimals } = nativeCurrency
  const explorer = blockExplorers?.default.url
  return {
    chainId: hexIdOf(caipNetworkId),
    chainName,
    nativeCurrency: { name, symbol, decimals },
    rpcUrls: walletRpcUrlsFor({ network, ...rpc }),
    ...(explorer === undefined ? {} : { blockExplorerUrls: [explorer] }),
  }
}

/** May a no mean that a wallet doesn't know the chain? 4902 says so, also nested; some wallets say -32603, the number of every failure. */
export const mayNotKnowChain = (error: unknown): boolean =>
  error instanceof UnrecognizedChainError ||
  error instanceof InvalidChainIdError ||
  (error instanceof JsonRpcError && error.rpcCode === -32603)
