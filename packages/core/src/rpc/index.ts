/** JSON-RPC to a chain, over HTTP, with a way round nodes that fail. */

import type { NetworkId } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import { sleep } from '../clock/sleep.js'
import { AbortedError } from '../errors/connection.js'
import { NoRpcUrlError, TransactionDroppedError } from '../errors/feature.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import { rpcUrlsFor } from '../networks/networkUrls.js'
import { type HttpTransportOptions, httpTransport } from './httpTransport.js'
import type { RpcHost } from './rpcHost.js'
import { type FallbackTransportOptions, fallbackTransport, type RpcRequest, type RpcTransports } from './transport.js'

/** Asks a chain by JSON-RPC; the caller parses the answer. */
export type ChainReader = (request: {
  readonly method: string
  readonly params: NonNullable<RpcRequest['params']>
  readonly signal?: AbortSignal | undefined
}) => Promise<unknown>

export interface ChainReaderParameters {
  readonly host: Pick<RpcHost, 'rpc' | 'clock' | 'rank'>
  readonly network: Network
  /** In the place of the network's own addresses. */
  readonly url?: string | undefined
  /** Ends the pings of a ranking. */
  readonly stop?: AbortSignal | undefined
  readonly batch?: HttpTransportOptions['batch']
  /** Errors that are the chain's own answer, the same at every node: no other is asked. */
  readonly isAnswer?: FallbackTransportOptions['isAnswer']
}

/**
 * A way to a network's chain, through its own addresses and never through the wallet: what the page shows doesn't depend on a
 * wallet that is slow, or on another network.
 *
 * @throws NoRpcUrlError
 */
export function chainReader({
  host: { rpc, clock, rank },
  network,
  url,
  stop,
  batch,
  isAnswer,
}: ChainReaderParameters): ChainReader {
  const urls = url === undefined ? rpcUrlsFor({ network, ...rpc }) : [url]
  const [first, ...others] = urls.map((each) => httpTransport({ url: each, clock, batch }))
  if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
  const transports: RpcTransports = [first, ...others]
  const transport = fallbackTransport({ transports, isAnswer, clock, signal: stop, ...(rank ? { rank: {} } : {}) })
  return ({ method, params, signal }) => transport.request({ method, params }, { signal })
}

export interface UntilFoundParameters<T> {
  /** One look at the chain; undefined while there is nothing to say. */
  readonly look: () => Promise<T | undefined>
  /** The hash of the transaction to wait for. */
  readonly hash: string
  readonly clock: Clock
  /** The polling interval, in milliseconds; asked for after each look where it changes. */
  readonly everyMs: number | (() => number)
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Asks a chain until it says what became of a transaction. A chain that fails meanwhile is asked again: what was sent is sent.
 *
 * @throws TransactionDroppedError · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilFound<T>({
  look,
  hash,
  clock,
  everyMs,
  timeoutMs,
  signal,
}: UntilFoundParameters<T>): Promise<T> {
  const end = clock.now() + timeoutMs
  for (let cause: unknown; ; ) {
    if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
    try {
      const found = await look()
      if (found !== undefined) return found
    } catch (error) {
      if (signal?.aborted) throw new AbortedError({ cause: error })
      if (error instanceof TransactionDroppedError) throw error
      cause = error
    }
    const ms = typeof everyMs === 'number' ? everyMs : everyMs()
    if (clock.now() + ms > end) throw new RequestTimeoutError({ timeoutMs, context: { hash }, cause })
    await sleep({ clock, ms, signal })
  }
}

/**
 * The same reader for each call of a network, so that what is asked at once goes out as one request. `stop` of the kit ends its pings.
 *
 * @param options.batch - false for a family whose nodes take one request at a time
 * @param options.isAnswer - for a family whose nodes say by an error that there is none
 */
export function createReaders(
  host: RpcHost,
  { batch, isAnswer }: Pick<ChainReaderParameters, 'batch' | 'isAnswer'> = {},
): (network: Network, url?: string | undefined) => ChainReader {
  const readers = new Map<NetworkId, { readonly urls: string; readonly read: ChainReader }>()
  let stopping: AbortController | undefined
  const stopSignal = () => {
    if (stopping) return stopping.signal
    const controller = new AbortController()
    stopping = controller
    host.onStop?.(() => {
      controller.abort()
      readers.clear()
      stopping = undefined
    })
    return controller.signal
  }
  return (network, url) => {
    const urls = url ?? rpcUrlsFor({ network, ...host.rpc }).join()
    const known = readers.get(network.caipNetworkId)
    if (known?.urls === urls) return known.read
    const read = chainReader({ host, network, url, batch, isAnswer, stop: host.rank ? stopSignal() : undefined })
    readers.set(network.caipNetworkId, { urls, read })
    return read
  }
}

export { asText, type ExchangeOptions, exchange } from '../http/exchange.js'
export { readJson } from '../http/readJson.js'
export { type HttpTransportOptions, httpTransport } from './httpTransport.js'
export type { RpcHost } from './rpcHost.js'
export type { RankOptions, RankWeights, RpcRequest, RpcRequestOptions, RpcTransport } from './transport.js'
export { type FallbackTransportOptions, fallbackTransport } from './transport.js'
