import type { AdapterHost, Network } from '@foyer/core'
import { NoRpcUrlError } from '@foyer/core/errors'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcTransport } from '@foyer/core/rpc'
import { nodeFetch } from './paths.js'
import { type Query, readAnswer } from './queries.js'

/** A network by its nodes, asked by their paths, or by the operator's server: never through the wallet. */
export interface Node {
  readonly network: Network
  /** @throws JsonRpcError · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(query: Query<T>, options?: { readonly signal?: AbortSignal | undefined }): Promise<T>
}

/** The way to each network. @throws NoRpcUrlError */
export function createNodes(host: AdapterHost): (network: Network) => Node {
  const proxy = host.rpc.proxy && new URL(host.rpc.proxy.api).origin
  // The operator's server has JSON-RPC; nodes have not, and take one request at a time.
  const transportAt = (url: string) => {
    const fetch = new URL(url).origin === proxy ? undefined : nodeFetch(url)
    return httpTransport({ url, fetch, clock: host.clock, batch: false })
  }
  const made = new Map<string, RpcTransport>()
  const transportTo = (network: Network): RpcTransport => {
    const urls = rpcUrlsFor({ network, ...host.rpc })
    const known = made.get(urls.join())
    if (known) return known
    const [first, ...others] = urls.map(transportAt)
    if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
    const transport = fallbackTransport({ transports: [first, ...others], clock: host.clock })
    made.set(urls.join(), transport)
    return transport
  }
  return (network) => {
    const transport = transportTo(network)
    const ask: Node['ask'] = async ({ method, params, ...query }, { signal } = {}) =>
      readAnswer({ method, params, ...query }, await transport.request({ method, params }, { signal }))
    return { network, ask }
  }
}
