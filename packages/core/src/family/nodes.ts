import type { Abortable } from '../connector/abortable.js'
import { NoRpcUrlError } from '../errors/feature.js'
import { pathFetch } from '../http/pathFetch.js'
import type { Network } from '../networks/network.js'
import { rpcUrlsFor } from '../networks/networkUrls.js'
import { httpTransport } from '../rpc/httpTransport.js'
import { type ChainReader, createReaders } from '../rpc/index.js'
import type { RpcHost } from '../rpc/rpcHost.js'
import { type FallbackTransportOptions, fallbackTransport } from '../rpc/transport.js'
import { type ChainQuery, readAnswer } from '../wire/chainQuery.js'

/** A network by its nodes, or by the operator's server: never through the wallet. */
export interface ChainNode {
  readonly network: Network
  /** The network's name for itself: the reference of CAIP-2. */
  readonly chainId: string
  /** @throws JsonRpcError · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(query: ChainQuery<T>, options?: Abortable): Promise<T>
  /** As `ask`; undefined for what the node says isn't there. */
  find<T>(query: ChainQuery<T>, options?: Abortable): Promise<T | undefined>
}

interface NodesOptions {
  /** For nodes that have paths in the place of JSON-RPC. */
  readonly paths?: Parameters<typeof pathFetch>[0]['paths'] | undefined
  /** Errors that are the chain's own answer to a read, the same at every node: no other is asked. `isMissing` is one of them. */
  readonly isAnswer?: FallbackTransportOptions['isAnswer']
  /** An error by which a node says that there is none. */
  readonly isMissing?: ((error: unknown) => boolean) | undefined
}

/**
 * The way to each network.
 *
 * @throws NoRpcUrlError
 * @example const nodeOf = createNodes(host); await nodeOf(network).ask({ method: 'chain_head', params: [], schema: Head }, { signal })
 */
export function createNodes(
  host: RpcHost,
  { paths, isMissing = () => false, isAnswer = isMissing }: NodesOptions = {},
): (network: Network) => ChainNode {
  const readerOf = paths ? pathReaders({ host, paths, isAnswer }) : createReaders(host, { isAnswer })
  return (network) => {
    const read = readerOf(network)
    const ask: ChainNode['ask'] = async ({ method, params, schema }, { signal } = {}) =>
      readAnswer({ method, schema }, await read({ method, params, signal }))
    const { chainNamespace, caipNetworkId } = network
    return {
      ...{ network, ask, chainId: caipNetworkId.slice(chainNamespace.length + 1) },
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

type Paths = NonNullable<NodesOptions['paths']>

/** The same reader for the same addresses. The operator's server has JSON-RPC; nodes have not, and take one request at a time. */
function pathReaders({
  host: { rpc, clock },
  paths,
  isAnswer,
}: Pick<NodesOptions, 'isAnswer'> & { readonly host: RpcHost; readonly paths: Paths }) {
  const proxy = rpc.proxy && new URL(rpc.proxy.api).origin
  const transportAt = (url: string) => {
    const fetch = new URL(url).origin === proxy ? undefined : pathFetch({ url, paths })
    return httpTransport({ url, fetch, clock, batch: false })
  }
  const made = new Map<string, ChainReader>()
  return (network: Network): ChainReader => {
    const urls = rpcUrlsFor({ network, ...rpc })
    const known = made.get(urls.join())
    if (known) return known
    const [first, ...others] = urls.map(transportAt)
    if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
    const transport = fallbackTransport({ transports: [first, ...others], isAnswer, clock })
    const read: ChainReader = ({ signal, ...request }) => transport.request(request, { signal })
    made.set(urls.join(), read)
    return read
  }
}
