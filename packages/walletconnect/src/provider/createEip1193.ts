import { type Eip1193Provider, type NetworkId, onDemand, type RequestChannel, type WalletEvent } from '@foyer/core'
import { bigintToHex } from '@foyer/core/chain'
import {
  ChainDisconnectedError,
  ProviderDisconnectedError,
  UnrecognizedChainError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import { chainTold } from '../connector/chainTold.js'
import type { SessionProperties } from '../protocol/index.js'
import type { ReaderParameters } from './createReader.js'
import { providerError } from './providerError.js'

export interface Eip1193Parameters extends ReaderParameters {
  readonly channel: RequestChannel
  readonly session: () => SessionProperties
  readonly networkId: () => NetworkId | undefined
  readonly addresses: () => readonly string[]
  /** Goes to a network, asking the wallet where it must. */
  readonly goTo: (networkId: NetworkId) => Promise<void>
}

export interface SessionProvider {
  readonly provider: Eip1193Provider
  /** Tells whoever listens to the provider. */
  hear(event: WalletEvent): void
}

/** What reads a chain, and nothing that only a wallet can do. */
const reads = /^(?!eth_sign|eth_sendTransaction)(?:eth|net|web3)_/

/**
 * A wallet at the other end of a session, as a provider of EIP-1193: what is known of the session it answers itself, what the wallet was asked for
 * goes there, once, and what only reads goes to the network's own nodes.
 *
 * `request` throws errors with the numbers of EIP-1193; the kit's own is their `cause`.
 */
export function createEip1193(parameters: Eip1193Parameters): SessionProvider {
  const { channel, session, networkId: current, addresses, goTo } = parameters
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const capabilities = onDemand({ chunk: 'walletconnect.capabilities', load: () => import('./capabilitiesIn.js') })
  const reader = onDemand({
    chunk: 'walletconnect.reader',
    load: async () => (await import('./createReader.js')).createReader(parameters),
  })

  const answer: Eip1193Provider['request'] = async ({ method, params = [] }) => {
    const networkId = current()
    if (!networkId) throw new ChainDisconnectedError()
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return addresses()
      case 'eth_chainId':
        return hexIdOf(networkId)
      case 'wallet_switchEthereumChain': {
        const value: unknown = Reflect.get(Object(Reflect.get(params, 0)), 'chainId')
        const wanted = chainTold({ value, chainId: 'eip155:' })
        if (!wanted) throw new UnrecognizedChainError({ context: { method } })
        await goTo(wanted)
        return null
      }
      case 'wallet_getCapabilities': {
        const known = (await capabilities()).capabilitiesIn({ session: session(), params })
        if (known) return known
      }
    }
    if (channel.takes({ networkId, method })) return channel.request({ networkId, method, params })
    if (!reads.test(method)) throw new UnsupportedMethodError({ context: { method } })
    const read = await reader()
    return read(networkId, { method, params: Array.isArray(params) ? params : { ...params } })
  }

  return {
    provider: {
      request: (args) => answer(args).catch((cause: unknown) => Promise.reject(providerError(cause))),
      on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    },
    hear(event) {
      if (event.type === 'disconnected') emit('disconnect', providerError(new ProviderDisconnectedError()))
      else if (!('family' in event) || event.family !== 'eip155') return
      else if (event.type === 'networkChanged') emit('chainChanged', hexIdOf(event.networkId))
      else emit('accountsChanged', addresses())
    },
  }
}

const hexIdOf = (networkId: NetworkId): string => bigintToHex(BigInt(networkId.slice('eip155:'.length)))
