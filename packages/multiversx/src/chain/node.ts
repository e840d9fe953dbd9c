import type { AdapterHost, Network } from '@foyer/core'
import { JsonRpcError, NoRpcUrlError } from '@foyer/core/errors'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcTransport } from '@foyer/core/rpc'
import { gatewayFetch } from './gateway.js'
import { type Query, readAnswer, saysMissing } from './queries.js'

interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/** A network by its gateways, asked by their paths, or by the operator's server: never through the wallet. */
export interface Node {
  readonly network: Network
  /** The network's name for itself: the reference of CAIP-2. */
  readonly chainId: string
  /** @throws JsonRpcError · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(query: Query<T>, options?: Abortable): Promise<T>
  /** As `ask`; undefined for a transaction that the network doesn't know. */
  find<T>(query: Query<T>, options?: Abortable): Promise<T | undefined>
}

const isMissing = (error: unknown): boolean => error instanceof JsonRpcError && saysMissing(error.message)

/** The way to each network. @throws NoRpcUrlError */
export function createNodes(host: AdapterHost): (network: Network) => Node {
  const proxy = host.rpc.proxy && new URL(host.rpc.proxy.api).origin
  // The operator's server has JSON-RPC; gateways have not, and take one request at a time.
  const transportAt = (url: string) => {
    const fetch = new URL(url).origin === proxy ? undefined : gatewayFetch(url)
    return httpTransport({ url, fetch, clock: host.clock, batch: false })
  }
  const made = new Map<string, RpcTransport>()
  const transportTo = (network: Network): RpcTransport => {
    const urls = rpcUrlsFor({ network, ...host.rpc })
    const known = made.get(urls.join())
    if (known) return known
    const [first, ...others] = urls.map(transportAt)
    if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
    const transport = fallbackTransport({ transports: [first, ...others], isAnswer: isMissing, clock: host.clock })
    made.set(urls.join(), transport)
    return transport
  }
  return (network) => {
    const transport = transportTo(network)
    const ask: Node['ask'] = async ({ method, params, ...query }, { signal } = {}) =>
      readAnswer({ method, params, ...query }, await transport.request({ method, params }, { signal }))
    return {
      network,
      chainId: network.caipNetworkId.slice('mvx:'.length),
      ask,
      async find(query, options) {
        try {
          return await ask(query, options)
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      },
    }
  }
}
