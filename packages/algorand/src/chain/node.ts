import type { AdapterHost, Network } from '@foyer/core'
import {
  HttpError,
  InvalidResponseError,
  JsonRpcError,
  NoRpcUrlError,
  UnsupportedMethodError,
} from '@foyer/core/errors'
import { asText, exchange, mayRetryHttp, readJson, withRetries } from '@foyer/core/internal'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcTransport } from '@foyer/core/rpc'
import { type Query, readAnswer } from './queries.js'
import { exactJson, isAnswerStatus, refusalIn, restOf } from './rest.js'

interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/** A network by its nodes (algod): never through the wallet. */
export interface Node {
  readonly network: Network
  /** @throws JsonRpcError for a node's own refusal · InvalidResponseError · AbortedError and what the transport throws */
  ask<T>(query: Query<T>, options?: Abortable): Promise<T>
  /** As {@link ask}; undefined for what isn't there. */
  find<T>(query: Query<T>, options?: Abortable): Promise<T | undefined>
}

type Host = Pick<AdapterHost, 'rpc' | 'clock'>

/** A node's own answer: there is none, or it is refused; by the proxy, and by a node's path, under one number. */
const isAnswer = (error: unknown): boolean => error instanceof JsonRpcError && isAnswerStatus(error.rpcCode)

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
  host,
  network,
  urls,
}: {
  readonly host: Host
  readonly network: Network
  readonly urls: readonly string[]
}): Node {
  const { rpc, clock } = host
  const proxy = rpc.proxy && new URL(rpc.proxy.api).origin
  const [first, ...others] = urls.map((url) =>
    new URL(url).origin === proxy ? httpTransport({ url, clock, batch: false }) : restTransport({ url, clock }),
  )
  if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
  const transport = fallbackTransport({ transports: [first, ...others], isAnswer, clock })
  const ask: Node['ask'] = async (query, { signal } = {}) =>
    readAnswer(query, await transport.request({ method: query.method, params: query.params }, { signal }))
  return {
    ...{ network, ask },
    async find(query, options) {
      try {
        return await ask(query, options)
      } catch (error) {
        if (error instanceof JsonRpcError && error.rpcCode === 404) return undefined
        throw error
      }
    },
  }
}

/** Algod itself, by its paths. What sends goes once. */
function restTransport({ url, clock }: { readonly url: string; readonly clock: Host['clock'] }): RpcTransport {
  const base = url.replace(/\/+$/, '')
  return {
    async request({ method, params }, { signal, retries } = {}) {
      const asked = restOf({ method, params })
      if (!asked) throw new UnsupportedMethodError({ context: { method } })
      const { path, body } = asked
      const context = { method }
      const attempt = () =>
        exchange({
          url: new URL(base + path),
          ...(body && { method: 'POST', body, headers: { 'content-type': 'application/x-binary' } }),
          ...{ fetch: globalThis.fetch, clock, signal, read: asText, context },
        })
      try {
        const text = body
          ? await attempt()
          : await withRetries({ attempt, mayRetry: mayRetryHttp, clock, random: Math.random, retries, signal })
        return readJson({ text: exactJson(text), context })
      } catch (error) {
        throw error instanceof HttpError ? (refusalOf(error, method) ?? error) : error
      }
    },
  }
}

/** @returns undefined where it is no answer of the node's own */
function refusalOf({ status, body }: HttpError, method: string): Error | undefined {
  if (!isAnswerStatus(status)) return undefined
  const text = refusalIn(body)
  if (text === undefined) return new InvalidResponseError({ expected: 'a reason', context: { method } })
  return new JsonRpcError({ rpcCode: status, text, context: { method } })
}
