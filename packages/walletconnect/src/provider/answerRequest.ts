import { type Eip1193Provider, type NetworkId, onDemand, type RequestChannel } from '@foyer/core'
import { ChainDisconnectedError, UnrecognizedChainError, UnsupportedMethodError } from '@foyer/core/errors'
import { chainTold } from '../connector/chainTold.js'
import type { SessionState } from '../connector/sessionState.js'
import { capabilitiesIn } from './capabilitiesIn.js'
import type { ReaderParameters } from './createReader.js'
import { hexIdOf } from './hexIdOf.js'
import { providerError } from './providerError.js'

/** A session, as far as a provider answers by it. */
export interface ProviderSession extends ReaderParameters {
  readonly channel: RequestChannel
  /** As it is at each request. */
  readonly state: Pick<SessionState, 'session' | 'networks' | 'accounts'>
  /** Goes to a network, asking the wallet where it must. */
  readonly goTo: (networkId: NetworkId) => Promise<void>
}

/** What reads a chain, and nothing that only a wallet can do. */
const reads = /^(?!eth_sign|eth_sendTransaction)(?:eth|net|web3)_/

/**
 * Answers what a provider is asked: what is known of the session at once; by the wallet, once, what the session grants; by the network's own nodes
 * what only reads.
 *
 * @throws errors with the numbers of EIP-1193, whose `cause` is the kit's own
 */
export function createAnswering(session: ProviderSession): Eip1193Provider['request'] {
  const { state, channel } = session
  const reader = onDemand({
    chunk: 'walletconnect.reader',
    load: async () => (await import('./createReader.js')).createReader(session),
  })
  const answer: Eip1193Provider['request'] = async ({ method, params = [] }) => {
    const networkId = state.networks.eip155
    if (!networkId) throw new ChainDisconnectedError()
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return state.accounts.flatMap(({ namespace, address }) => (namespace === 'eip155' ? address : []))
      case 'eth_chainId':
        return hexIdOf(networkId)
      case 'wallet_switchEthereumChain': {
        const value: unknown = Reflect.get(Object(Reflect.get(params, 0)), 'chainId')
        const wanted = chainTold({ value, chainId: 'eip155:' })
        if (!wanted) throw new UnrecognizedChainError({ context: { method } })
        await session.goTo(wanted)
        return null
      }
      case 'wallet_getCapabilities': {
        const known = capabilitiesIn({ session: state.session, params })
        if (known) return known
      }
    }
    if (channel.takes({ networkId, method })) return channel.request({ networkId, method, params })
    if (!reads.test(method)) throw new UnsupportedMethodError({ context: { method } })
    const read = await reader()
    return read(networkId, { method, params: Array.isArray(params) ? params : { ...params } })
  }
  return async (args) => {
    try {
      return await answer(args)
    } catch (cause) {
      throw providerError(cause)
    }
  }
}
