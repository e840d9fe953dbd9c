import type { AdapterHost, Network, NetworkId } from '@foyer/core'
import { bigintToHex } from '@foyer/core/chain'
import { InvalidChainIdError, JsonRpcError, UnknownWalletError, UnrecognizedChainError } from '@foyer/core/errors'
import { walletRpcUrlsFor } from '@foyer/core/networks'

/** The chain id of an EVM network, as EIP-1193 writes it. */
export const hexIdOf = (networkId: NetworkId): string => bigintToHex(BigInt(networkId.slice('eip155:'.length)))

/** Returns the parameters by which a wallet adds a network (EIP-3085): with the network's own addresses. */
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

/** The numbers of JSON-RPC that wallets say for a chain that they don't know: those of every failure, and of a parameter that is wrong. */
const vague: readonly number[] = [-32603, -32602, -32000]

/** A chain that isn't known, in words. */
const unknownInWords =
  /\b(?:unrecogni[sz]ed|unknown|unsupported|unconfigured|invalid)\s+(?:chain|network)|\b(?:chain|network)\b.{0,80}(?:\bnot|n['’]t)\s+(?:been\s+)?(?:added|found|known|recogni[sz]ed|configured|supported)|wallet_addEthereumChain/i

/** May a no mean that a wallet doesn't know the chain? 4902 says so, also nested; some say a number that means anything, or only words. */
export const mayNotKnowChain = (error: unknown): boolean =>
  error instanceof UnrecognizedChainError ||
  error instanceof InvalidChainIdError ||
  (error instanceof JsonRpcError && vague.includes(error.rpcCode)) ||
  ((error instanceof JsonRpcError || error instanceof UnknownWalletError) && unknownInWords.test(error.message))
