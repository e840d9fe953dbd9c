import type { GoToRequest } from '@foyer/core'
import { bigintToHex } from '@foyer/core/chain'
import { ChainNotSupportedError, FoyerError, JsonRpcError, UnsupportedMethodError } from '@foyer/core/errors'
import { walletRpcUrlsFor } from '@foyer/core/networks'

const goTo = 'wallet_switchEthereumChain'
const add = 'wallet_addEthereumChain'

/**
 * Asks a wallet to go to a network that its session doesn't have (EIP-3326), and to add it first where the wallet doesn't know it (EIP-3085), with
 * the network's own addresses [S7.36].
 *
 * @throws ChainNotSupportedError, and what the wallet says
 */
export async function goToByChannel({
  channel,
  host: { networks, rpc },
  from,
  to,
  isThere,
  signal,
  asked,
}: GoToRequest): Promise<void> {
  const chainId = bigintToHex(BigInt(to.slice('eip155:'.length)))
  const ask = (method: string, param: object) => channel.request({ networkId: from, method, params: [param], signal })
  const takes = (method: string) => channel.takes({ networkId: from, method })
  if (!takes(goTo)) throw new ChainNotSupportedError({ networkId: to })
  try {
    await ask(goTo, { chainId })
  } catch (cause) {
    if (cause instanceof UnsupportedMethodError) throw new ChainNotSupportedError({ networkId: to, cause })
    if (!mayNotKnow(cause)) throw cause
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === to)
    // One that the kit doesn't know, it can't add.
    if (!network || !takes(add)) throw new ChainNotSupportedError({ networkId: to, cause })
    const explorer = network.blockExplorers?.default.url
    asked?.('addingNetwork')
    await ask(add, {
      chainId,
      chainName: network.name,
      nativeCurrency: network.nativeCurrency,
      rpcUrls: walletRpcUrlsFor({ network, ...rpc }),
      ...(explorer === undefined ? {} : { blockExplorerUrls: [explorer] }),
    })
    // Some wallets go there as they add it, some only add it.
    if (isThere()) return
    asked?.('walletPrompt')
    await ask(goTo, { chainId })
  }
}

/** May a no mean that the wallet doesn't know the chain? Some wallets say so by -32603, the number of every failure. */
const mayNotKnow = (error: unknown): boolean =>
  (error instanceof FoyerError && ['unrecognized_chain', 'invalid_chain_id'].includes(error.code)) ||
  (error instanceof JsonRpcError && error.rpcCode === -32603)
