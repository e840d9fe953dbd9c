import type { ChannelConnection, Eip1193Provider, Network, NetworkId } from '@foyer/core'
import { isNetworkId } from '@foyer/core/chain'
import {
  ChainDisconnectedError,
  NoRpcUrlError,
  UnrecognizedChainError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import { networkWithId } from '@foyer/core/networks'
import type { ChainReader } from '@foyer/core/rpc'
import { writeAddress } from '../address/checksum.js'
import { hexIdOf, parseChainId } from '../connection/walletRequest.js'
import { capabilitiesIn } from './capabilitiesIn.js'
import { nodeMethods } from './nodeMethods.js'
import { providerError } from './providerError.js'
import { isCallsMethod, walletCalls } from './walletCalls.js'

export interface ProviderParameters extends ChannelConnection {
  readonly readerOf: (network: Network, url?: string | undefined) => ChainReader
}

/** Where the session's wallet is, and the addresses that it shows. */
interface SessionState {
  networkId: NetworkId | undefined
  addresses: readonly string[]
}

/**
 * A wallet at the other end of a session, as a provider of EIP-1193: what is known of the session is answered at once; what the session grants goes to
 * the wallet, once; what only reads goes to the network's own nodes.
 *
 * `request` throws errors with the numbers of EIP-1193, whose `cause` is the kit's own.
 */
export function createProvider(session: ProviderParameters): Eip1193Provider {
  const { connection } = session
  const state: SessionState = {
    networkId: connection.networks.eip155,
    addresses: connection.accounts.flatMap(({ namespace, address }) =>
      namespace === 'eip155' ? writeAddress(address) : [],
    ),
  }
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  connection.listen((event) => {
    if (event.type === 'disconnected' || event.type === 'replaced')
      emit('disconnect', Object.assign(new Error('The session has ended.'), { code: 4900 }))
    if (!('family' in event) || event.family !== 'eip155') return
    if (event.type === 'networkChanged') {
      state.networkId = event.networkId
      emit('chainChanged', hexIdOf(event.networkId))
    }
    if (event.type !== 'accountsChanged') return
    state.addresses = event.accounts.map(({ address }) => writeAddress(address))
    emit('accountsChanged', state.addresses)
  })
  return {
    async request(args) {
      try {
        return await answer({ session, state, ...args })
      } catch (cause) {
        throw providerError(cause, args.method)
      }
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}

async function answer({
  session,
  state: { networkId, addresses },
  method,
  params = [],
}: {
  readonly session: ProviderParameters
  readonly state: SessionState
} & Parameters<Eip1193Provider['request']>[0]): Promise<unknown> {
  const { channel } = session
  if (!networkId) throw new ChainDisconnectedError()
  switch (method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return addresses
    case 'eth_chainId':
      return hexIdOf(networkId)
    case 'wallet_switchEthereumChain':
      await goTo(session, Reflect.get(Object(Reflect.get(params, 0)), 'chainId'))
      return null
    case 'wallet_getCapabilities': {
      const known = capabilitiesIn({ properties: channel.properties?.() ?? {}, params })
      if (known) return known
    }
  }
  if (isCallsMethod(method) && channel.takes({ networkId, method }))
    return walletCalls({ session, networkId, method, asked: params })
  const isRead = nodeMethods.includes(method)
  // What only reads a chain, the network's own nodes answer as well.
  if (channel.takes({ networkId, method }) || (channel.refuses && !isRead))
    return channel.request({ networkId, method, params })
  if (!isRead) throw new UnsupportedMethodError({ context: { method } })
  return read({ session, networkId, method, params })
}

/** Goes to the network that `wallet_switchEthereumChain` names (EIP-3326). */
async function goTo({ channel, connection, networks }: ProviderParameters, chainId: unknown): Promise<void> {
  const wanted = chainIn(chainId)
  if (!wanted) throw new UnrecognizedChainError({ context: { method: 'wallet_switchEthereumChain' } })
  if (channel.goTo) return channel.goTo(wanted)
  const network = networks().find(({ caipNetworkId }) => caipNetworkId === wanted)
  if (!network) throw new UnrecognizedChainError({ context: { method: 'wallet_switchEthereumChain' } })
  await connection.switchNetwork({ network, signal: new AbortController().signal })
}

/** A chain as applications name it: EIP-3326's hex, a number, or CAIP-2. */
function chainIn(value: unknown): NetworkId | undefined {
  return isNetworkId(value) && value.startsWith('eip155:') ? parseChainId(value.slice(7)) : parseChainId(value)
}

/** Asks a network's own nodes, or the one that the host names for the connector. */
async function read({
  session: { channel, networks, readerOf },
  networkId,
  method,
  params,
}: {
  readonly session: ProviderParameters
  readonly networkId: NetworkId
  readonly method: string
  readonly params: readonly unknown[] | object
}): Promise<unknown> {
  const url = channel.rpcUrl?.(networkId)
  const network = networks().find(({ caipNetworkId }) => caipNetworkId === networkId) ?? networkWithId(networkId)
  const list: readonly unknown[] = Array.isArray(params) ? params : Object.values(params)
  try {
    return await readerOf(network, url)({ method, params: list })
  } catch (cause) {
    if (cause instanceof NoRpcUrlError) throw new ChainDisconnectedError({ context: { networkId }, cause })
    throw cause
  }
}
