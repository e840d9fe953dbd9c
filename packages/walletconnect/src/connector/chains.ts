import type { ConnectorHost, LiveConnection, NetworkId, RequestChannel } from '@foyer/core'
import { isNetworkId } from '@foyer/core/chain'
import { ChainNotSupportedError, FoyerError, JsonRpcError, UnsupportedMethodError } from '@foyer/core/errors'
import { walletRpcUrlsFor } from '@foyer/core/networks'
import { familyOf } from '../protocol/index.js'
import type { SessionState } from './sessionState.js'

/** The chain id of an EVM network, as EIP-1193 writes it. */
const hexIdOf = (networkId: NetworkId): string => `0x${BigInt(networkId.slice('eip155:'.length)).toString(16)}`

/**
 * The network that a wallet says to be on. Wallets write a number, a decimal or hexadecimal text, or CAIP-2; what they write counts for more than
 * the chain by which they say it.
 *
 * @returns undefined for what names none
 * @example chainIn({ value: '0x7a69', chainId: 'eip155:1' }) // 'eip155:31337'
 */
export function chainIn({
  value,
  chainId,
}: {
  readonly value: unknown
  readonly chainId: string
}): NetworkId | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : chainId
  const [reference = '', family = familyOf(chainId)] = text.split(':').reverse()
  const number = Number(reference)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const id = `${family}:${family !== 'eip155' ? reference : isNumber ? number : ''}`
  return isNetworkId(id) ? id : undefined
}

const goTo = 'wallet_switchEthereumChain'
const add = 'wallet_addEthereumChain'

/**
 * Asks a wallet to go to a network that its session doesn't have (EIP-3326), and to add it first where the wallet doesn't know it (EIP-3085), with
 * the network's own addresses [S7.36].
 *
 * @throws ChainNotSupportedError, and what the wallet says
 */
export async function switchChain({
  state,
  channel,
  host: { networks, rpc },
  networkId,
  signal,
  asked,
}: {
  readonly state: SessionState
  readonly channel: RequestChannel
  readonly host: Pick<ConnectorHost, 'rpc' | 'networks'>
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
  /** Called when the wallet is asked to add the network, and when it is then asked to go there once more. */
  readonly asked?: Parameters<LiveConnection['switchNetwork']>[0]['asked']
}): Promise<void> {
  const chainId = hexIdOf(networkId)
  const from = state.grantedOf('eip155')
  if (!from) throw new ChainNotSupportedError({ networkId })
  const ask = (method: string, param: object) => channel.request({ networkId: from, method, params: [param], signal })
  const takes = (method: string) => channel.takes({ networkId: from, method })
  if (!takes(goTo)) throw new ChainNotSupportedError({ networkId })
  try {
    await ask(goTo, { chainId })
  } catch (cause) {
    if (cause instanceof UnsupportedMethodError) throw new ChainNotSupportedError({ networkId, cause })
    if (!mayNotKnow(cause)) throw cause
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
    // One that the kit doesn't know, it can't add.
    if (!network || !takes(add)) throw new ChainNotSupportedError({ networkId, cause })
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
    if (state.networks.eip155 === networkId) return
    asked?.('walletPrompt')
    await ask(goTo, { chainId })
  }
}

/** May a no mean that the wallet doesn't know the chain? Some wallets say so by -32603, the number of every failure. */
const mayNotKnow = (error: unknown): boolean =>
  (error instanceof FoyerError && ['unrecognized_chain', 'invalid_chain_id'].includes(error.code)) ||
  (error instanceof JsonRpcError && error.rpcCode === -32603)
