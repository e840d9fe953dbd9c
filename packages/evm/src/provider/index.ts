import type { AdapterHost, ChannelConnection, Eip1193Provider } from '@foyer/core'
import { createReaders } from '@foyer/core/rpc'
import { createProvider } from './createProvider.js'

export { writeAddress } from '../address/checksum.js'
export { goToByChannel } from '../connection/switchNetwork.js'
export { type ProviderError, providerError } from './providerError.js'

export interface ChannelProviderParameters extends ChannelConnection {
  readonly host: AdapterHost
}

/**
 * A wallet at the other end of a session, as a provider of EIP-1193: what is known of the session is answered at once; what the session grants goes to
 * the wallet, once; what only reads goes to the network's own nodes.
 *
 * `request` throws {@link ProviderError}: its `code` is a number of EIP-1193, its `cause` the kit's own error.
 *
 * @see EIP-1193, EIP-3085, EIP-3326, EIP-5792
 * @example
 * const provider = channelProvider({ host, channel, connection, networks: () => [mainnet] })
 * await provider.request({ method: 'eth_chainId' }) // '0x1'
 */
export const channelProvider = ({ host, ...session }: ChannelProviderParameters): Eip1193Provider =>
  createProvider({ ...session, readerOf: createReaders(host) })
