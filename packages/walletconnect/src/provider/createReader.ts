import type { ConnectorHost, NetworkId, NonEmpty } from '@foyer/core'
import { ChainDisconnectedError } from '@foyer/core/errors'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcRequest, type RpcTransport } from '@foyer/core/rpc'

export interface ReaderParameters {
  readonly host: Pick<ConnectorHost, 'networks' | 'rpc' | 'clock'>
  /** Where a host has a network read, by CAIP-2. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
}

/** Asks a network's own nodes. @throws ChainDisconnectedError where the network has none */
export type Reader = (networkId: NetworkId, request: RpcRequest) => Promise<unknown>

export function createReader({ host: { networks, rpc, clock }, rpcMap }: ReaderParameters): Reader {
  const transports = new Map<NetworkId, RpcTransport>()
  return async (networkId, request) => {
    const network = networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
    const own = rpcMap?.[networkId]
    const urls = own !== undefined ? [own] : network ? rpcUrlsFor({ network, ...rpc }) : []
    let transport = transports.get(networkId)
    if (!transport) {
      const [first, ...others] = urls.map((url) => httpTransport({ url, clock }))
      if (!first) throw new ChainDisconnectedError({ context: { networkId } })
      const all: NonEmpty<RpcTransport> = [first, ...others]
      transport = fallbackTransport({ transports: all, clock })
      transports.set(networkId, transport)
    }
    return transport.request(request)
  }
}
