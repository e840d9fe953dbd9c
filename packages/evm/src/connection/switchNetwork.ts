import type { AdapterHost, Eip1193Provider, Network } from '@foyer/core'
import { AbortedError, ChainNotSupportedError, UserRejectedError } from '@foyer/core/errors'
import { parseChainId } from './answers.js'
import { addedChain, hexIdOf, mayNotKnowChain } from './unknownChain.js'
import { isUnsupported, requestWallet } from './walletRequest.js'

export interface SwitchNetworkParameters {
  readonly provider: Eip1193Provider
  readonly host: Pick<AdapterHost, 'rpc'>
  readonly network: Network
  readonly signal: AbortSignal
  /** Called when the wallet is asked to add the network, and when it is then asked to go there once more. */
  readonly asked?: ((step: 'addingNetwork' | 'walletPrompt') => void) | undefined
}

/**
 * Asks a wallet to go to a network (EIP-3326), and to add it first where the wallet doesn't know it (EIP-3085) [S4.34].
 *
 * @throws UserRejectedError · AbortedError · ChainNotSupportedError, 'Chain is not supported', where it can't be added [S4.35]
 */
export async function switchNetwork(parameters: SwitchNetworkParameters): Promise<void> {
  const { network } = parameters
  try {
    await goTo(parameters)
    return
  } catch (error) {
    if (isUnsupported(error)) throw new ChainNotSupportedError({ networkId: network.caipNetworkId, cause: error })
    if (!mayNotKnow(error)) throw error
  }
  try {
    parameters.asked?.('addingNetwork')
    await add(parameters)
    // Some wallets go there as they add it, some only add it.
    if (await isThere(parameters)) return
    parameters.asked?.('walletPrompt')
    await goTo(parameters)
    if (await isThere(parameters)) return
  } catch (cause) {
    if (cause instanceof UserRejectedError || cause instanceof AbortedError || parameters.signal.aborted) throw cause
    throw new ChainNotSupportedError({ networkId: network.caipNetworkId, cause })
  }
  throw new ChainNotSupportedError({ networkId: network.caipNetworkId })
}

/** May a refused switch mean that the wallet doesn't know the chain? Some wallets in the page say so by 5000, which elsewhere is a refusal. */
const mayNotKnow = (error: unknown): boolean =>
  mayNotKnowChain(error) || (error instanceof UserRejectedError && error.walletCode === 5000)

function goTo({ provider, network, signal }: SwitchNetworkParameters): Promise<unknown> {
  return requestWallet({
    provider,
    signal,
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: hexIdOf(network.caipNetworkId) }],
    parse: () => true, // null by the standard; wallets answer all sorts of things
    expected: 'null',
  })
}

function add({ provider, host, network, signal }: SwitchNetworkParameters): Promise<unknown> {
  return requestWallet({
    provider,
    signal,
    method: 'wallet_addEthereumChain',
    params: [addedChain({ network, rpc: host.rpc })],
    parse: () => true,
    expected: 'null',
  })
}

async function isThere({ provider, network, signal }: SwitchNetworkParameters): Promise<boolean> {
  const expected = 'a chain id'
  return (
    (await requestWallet({ provider, signal, method: 'eth_chainId', parse: parseChainId, expected })) ===
    network.caipNetworkId
  )
}
