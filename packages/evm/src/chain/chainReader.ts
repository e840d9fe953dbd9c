import type { AdapterHost, Network, NonEmpty } from '@foyer/core'
import { rpcUrlsFor } from '@foyer/core/networks'
import { fallbackTransport, httpTransport, type RpcTransport } from '@foyer/core/rpc'
import { NoRpcUrlError } from './NoRpcUrlError.js'

/** Asks a chain by JSON-RPC; the caller parses the answer. */
export type ChainReader = (request: {
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal?: AbortSignal | undefined
}) => Promise<unknown>

/**
 * A way to a network's chain, through its own addresses and never through the wallet: what the page shows then doesn't hang on a
 * wallet that is slow, or elsewhere.
 *
 * @throws NoRpcUrlError
 */
export function chainReader({
  host: { rpc, clock },
  network,
}: {
  readonly host: Pick<AdapterHost, 'rpc' | 'clock'>
  readonly network: Network
}): ChainReader {
  const [first, ...others] = rpcUrlsFor({ network, ...rpc }).map((url) => httpTransport({ url, clock }))
  if (!first) throw new NoRpcUrlError({ networkId: network.caipNetworkId })
  const transports: NonEmpty<RpcTransport> = [first, ...others]
  const transport = fallbackTransport({ transports, clock })
  return ({ method, params, signal }) => transport.request({ method, params }, { signal })
}
