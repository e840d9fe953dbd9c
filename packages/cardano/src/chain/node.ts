import type { AdapterHost, Network } from '@foyer/core'
import { HttpError, JsonRpcError, NoRpcUrlError, UnsupportedMethodError } from '@foyer/core/errors'
import { asText, exchange, mayRetryHttp, readJson, withRetries } from '@foyer/core/internal'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcTransport } from '@foyer/core/rpc'
import { type KoiosQuery, readAnswer } from './queries.js'
import { refusalIn, restOf } from './rest.js'

/** A network by its nodes (Koios): never through the wallet. */
export interface Node {
  readonly network: Network
  /** @throws JsonRpcError for a node's own refusal · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(query: KoiosQuery<T>, options?: { readonly signal?: AbortSignal | undefined }): Promise<T>
}

type Host = Pick<AdapterHost, 'rpc' | 'clock'>

/** A node's own answer, by its path or by the proxy. */
const isAnswer = (error: unknown): boolean => error instanceof JsonRpcError && error.rpcCode === 400

/** The way to each network: its nodes have paths, the operator's proxy has them as methods of JSON-RPC. @throws NoRpcUrlError */
export function createNodes(host: Host): (network: Network) => Node {
  const made = new Map<string, { readonly urls: string; readonly node: Node }>()
  return (network) => {
    const urls = rpcUrlsFor({ network, ...host.rpc })
    const known = made.get(network.caipNetworkId)
    if (known?.urls === urls.join()) return known.node
    const node = createNode({ host, network, urls })
    made.set(network.caipNetworkId, { urls: urls.join(), node })
    return node
  }
}

function createNode({
  host: { rpc, clock },
  network,
  urls,
}: {
  readonly host: Host
  readonly network: Network
  readonly urls: readonly string[]
}): Node {
  const proxy = rpc.proxy && new URL(rpc.proxy.api).origin
  const [first, ...others] = urls.map((url) =>
    new URL(url).origin === proxy ? httpTransport({ url, clock, batch: false }) : restTransport({ url, clock }),
  )
  if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
  const transport = fallbackTransport({ transports: [first, ...others], isAnswer, clock })
  return {
    network,
    ask: async (query, { signal } = {}) =>
      readAnswer(query, await transport.request({ method: query.method, params: query.params }, { signal })),
  }
}

/** Koios itself, by its paths. What sends goes once. */
function restTransport({ url, clock }: { readonly url: string; readonly clock: Host['clock'] }): RpcTransport {
  const base = url.replace(/\/+$/, '')
  return {
    async request({ method, params }, { signal, retries } = {}) {
      const asked = restOf({ method, params })
      if (!asked) throw new UnsupportedMethodError({ context: { method } })
      const { path, body, type } = asked
      const context = { method }
      const attempt = () =>
        exchange({
          url: new URL(base + path),
          ...(body !== undefined && { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) }),
          ...{ fetch: globalThis.fetch, clock, signal, read: asText, context },
        })
      try {
        const text =
          typeof body === 'object'
            ? await attempt()
            : await withRetries({ attempt, mayRetry: mayRetryHttp, clock, random: Math.random, retries, signal })
        return readJson({ text, context })
      } catch (error) {
        const refusal = error instanceof HttpError ? refusalIn({ status: error.status, text: error.body }) : undefined
        throw refusal === undefined ? error : new JsonRpcError({ rpcCode: 400, text: refusal, context })
      }
    },
  }
}
