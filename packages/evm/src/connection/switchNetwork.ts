import type { AdapterHost, Eip1193Provider, GoToRequest, Network, NetworkId } from '@foyer/core'
import { comesTrue } from '@foyer/core/connector'
import {
  AbortedError,
  ChainNotSupportedError,
  InvalidChainIdError,
  JsonRpcError,
  UnknownWalletError,
  UnrecognizedChainError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import { walletRpcUrlsFor } from '@foyer/core/networks'
import { hexIdOf, isUnsupported, parseChainId, requestWallet } from './walletRequest.js'

const switchMethod = 'wallet_switchEthereumChain'
const addMethod = 'wallet_addEthereumChain'

export interface SwitchNetworkParameters {
  readonly provider: Eip1193Provider
  readonly host: Pick<AdapterHost, 'rpc' | 'clock'>
  readonly network: Network
  readonly signal: AbortSignal
  /** Called when the wallet is asked to add the network, and when it is then asked to go there once more. */
  readonly asked?: ((step: 'addingNetwork' | 'walletPrompt') => void) | undefined
  /** Called with where the wallet says it is, whenever it was asked. */
  readonly found?: ((networkId: NetworkId) => void) | undefined
}

/**
 * Asks a wallet to go to a network (EIP-3326), and to add it first where the wallet doesn't know it (EIP-3085) [S4.34]. Where the wallet is, by
 * `eth_chainId`, counts, not what it answers: one that is there already isn't asked to go, one that agrees and stays hasn't gone.
 *
 * @throws UserRejectedError · AbortedError · ChainNotSupportedError, 'Chain is not supported', where it can't be added, or stays where it is [S4.35]
 */
export async function switchNetwork(parameters: SwitchNetworkParameters): Promise<void> {
  const { network, signal, host, asked } = parameters
  const notThere = (cause?: unknown) => new ChainNotSupportedError({ networkId: network.caipNetworkId, cause })
  if (await isThere(parameters)) return
  const isThereSoon = () => comesTrue({ clock: host.clock, check: () => isThere(parameters) })
  try {
    await goTo(parameters)
  } catch (error) {
    if (isUnsupported(error)) throw notThere(error)
    if (!mayNotKnow(error)) throw error
    try {
      asked?.('addingNetwork')
      await add(parameters)
      // Some wallets go there as they add it, some only add it.
      if (await isThere(parameters)) return
      asked?.('walletPrompt')
      await goTo(parameters)
    } catch (cause) {
      if (cause instanceof UserRejectedError || cause instanceof AbortedError || signal.aborted) throw cause
      throw notThere(cause)
    }
  }
  if (!(await isThereSoon())) throw notThere()
}

/** How long a wallet may take to say where it is, in milliseconds. */
const answerMs = 1000

/** May a refused switch mean that the wallet doesn't know the chain? Some wallets in the page say so by 5000, which elsewhere is a refusal. */
const mayNotKnow = (error: unknown): boolean =>
  mayNotKnowChain(error) || (error instanceof UserRejectedError && error.walletCode === 5000)

function goTo({ provider, network, signal }: SwitchNetworkParameters): Promise<unknown> {
  return requestWallet({
    provider,
    signal,
    method: switchMethod,
    params: [{ chainId: hexIdOf(network.caipNetworkId) }],
    parse: () => true, // null by the standard; wallets answer all sorts of things
    expected: 'null',
  })
}

function add({ provider, host, network, signal }: SwitchNetworkParameters): Promise<unknown> {
  return requestWallet({
    provider,
    signal,
    method: addMethod,
    params: [addedChain({ network, rpc: host.rpc })],
    parse: () => true,
    expected: 'null',
  })
}

/** Whether the wallet says to be there. One that says nonsense, or nothing in time, doesn't. */
async function isThere({
  provider,
  host: { clock },
  network,
  signal,
  found,
}: SwitchNetworkParameters): Promise<boolean> {
  try {
    const networkId = await requestWallet({
      provider,
      signal,
      clock,
      timeoutMs: answerMs,
      method: 'eth_chainId',
      parse: parseChainId,
      expected: 'a chain id',
    })
    found?.(networkId)
    return networkId === network.caipNetworkId
  } catch (error) {
    if (signal.aborted) throw error
    return false
  }
}

/** How long a wallet that agreed may take to say that it is there, in milliseconds: it does so over the relay. */
const graceMs = 3000

/**
 * Asks a wallet to go to a network that its session doesn't have (EIP-3326), and to add it first where the wallet doesn't know it (EIP-3085), with
 * the network's own addresses [S7.36]. It has gone once its session says so.
 *
 * @throws ChainNotSupportedError, and what the wallet says
 */
export async function goToByChannel({
  channel,
  host: { networks, rpc, clock },
  from,
  to,
  isThere,
  signal,
  asked,
}: GoToRequest): Promise<void> {
  const chainId = hexIdOf(to)
  const ask = (method: string, param: object) => channel.request({ networkId: from, method, params: [param], signal })
  const takes = (method: string) => channel.takes({ networkId: from, method })
  if (!takes(switchMethod)) throw new ChainNotSupportedError({ networkId: to })
  try {
    await ask(switchMethod, { chainId })
  } catch (cause) {
    if (cause instanceof UnsupportedMethodError) throw new ChainNotSupportedError({ networkId: to, cause })
    if (!mayNotKnowChain(cause)) throw cause
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === to)
    // One that the kit doesn't know, it can't add.
    if (!network || !takes(addMethod)) throw new ChainNotSupportedError({ networkId: to, cause })
    asked?.('addingNetwork')
    await ask(addMethod, addedChain({ network, rpc }))
    // Some wallets go there as they add it, some only add it.
    if (isThere()) return
    asked?.('walletPrompt')
    await ask(switchMethod, { chainId })
  }
  // Its session says it, by an event or another grant. One that agrees and says nothing would take no request there.
  if (await comesTrue({ clock, withinMs: graceMs, check: isThere })) return
  signal?.throwIfAborted()
  throw new ChainNotSupportedError({ networkId: to })
}

/** The parameters by which a wallet adds a network (EIP-3085): with the network's own addresses. */
function addedChain({ network, rpc }: { readonly network: Network } & Pick<AdapterHost, 'rpc'>): object {
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
const mayNotKnowChain = (error: unknown): boolean =>
  error instanceof UnrecognizedChainError ||
  error instanceof InvalidChainIdError ||
  (error instanceof JsonRpcError && vague.includes(error.rpcCode)) ||
  ((error instanceof JsonRpcError || error instanceof UnknownWalletError) && unknownInWords.test(error.message))
