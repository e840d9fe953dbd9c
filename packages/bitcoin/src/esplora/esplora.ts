import type { AdapterHost, Network, NetworkId } from '@foyer/core'
import { broadcast } from '@foyer/core/connector'
import { FoyerError, HttpError, InvalidResponseError } from '@foyer/core/errors'
import { asText, exchange, mayRetryHttp, readJson, withRetries } from '@foyer/core/internal'
import { walletRpcUrlsFor } from '@foyer/core/networks'
import * as v from 'valibot'
import { NoEsploraError } from '../errors.js'

interface Read<T> {
  /** Below the Esplora's own address, beginning with `/`. */
  readonly path: string
  readonly schema: v.GenericSchema<unknown, T>
  readonly expected: string
  /** The answer is no JSON. */
  readonly isText?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** A network's ledger, as an Esplora returns it. */
export interface Esplora {
  /** @throws HttpError · ServerUnreachableError · InvalidResponseError · RequestTimeoutError · AbortedError */
  read<T>(request: Read<T>): Promise<T>
  /** As {@link read}; undefined for what the ledger doesn't know. */
  find<T>(request: Read<T>): Promise<T | undefined>
  /** Sends a signed transaction into the network, once and never again [F22]. @throws BroadcastUnclearError · HttpError where the network refuses it */
  broadcast(request: { readonly hex: string; readonly signal?: AbortSignal | undefined }): Promise<void>
}

export interface EsploraParameters {
  readonly host: Pick<AdapterHost, 'rpc' | 'clock'>
  /** By CAIP-2 id. */
  readonly esplora: Readonly<Record<string, string>>
}

/**
 * The Esplora of each network: the one that is named for it, else the network's custom and own addresses, which for Bitcoin are Esploras: its nodes keep no
 * account's coins. The operator's JSON-RPC proxy is none, and is left out. One that fails is followed by the next.
 */
export function createEsploras({ host, esplora }: EsploraParameters): (network: Network) => Esplora {
  const made = new Map<NetworkId, { readonly urls: string; readonly reader: Esplora }>()
  return (network) => {
    const urls = esploraUrls({ host, esplora }, network)
    const known = made.get(network.caipNetworkId)
    if (known?.urls === urls.join()) return known.reader
    const [first, ...others] = urls
    if (first === undefined) throw new NoEsploraError({ networkId: network.caipNetworkId })
    const reader = createEsplora({ host, urls: [first, ...others] })
    made.set(network.caipNetworkId, { urls: urls.join(), reader })
    return reader
  }
}

/** Returns the addresses at which a network's ledger is read, the first first; none where nothing is named for it. */
export const esploraUrls = ({ host, esplora }: EsploraParameters, network: Network): readonly string[] => {
  const named = esplora[network.caipNetworkId]
  const urls = named === undefined ? walletRpcUrlsFor({ network, ...host.rpc }) : [named]
  return urls.map((url) => url.replace(/(?<!\/)\/+$/, ''))
}

function createEsplora({
  host: { clock },
  urls,
}: {
  readonly host: Pick<AdapterHost, 'clock'>
  readonly urls: readonly [string, ...(readonly string[])]
}): Esplora {
  /** The one that answered last is asked first. */
  let [current] = urls
  const ask = ({
    url,
    path,
    body,
    signal,
  }: {
    url: string
    path: string
    body?: string
    signal?: AbortSignal | undefined
  }) =>
    exchange({
      url: new URL(url + path),
      method: body === undefined ? 'GET' : 'POST',
      body,
      ...(body === undefined ? {} : { headers: { 'content-type': 'text/plain' } }),
      fetch: globalThis.fetch,
      clock,
      signal,
      read: asText,
      context: { method: body === undefined ? 'esplora' : 'esplora_broadcast' },
    })
  const read = async <T>({ path, schema, expected, isText = false, signal }: Read<T>): Promise<T> => {
    const order = [current, ...urls.filter((url) => url !== current)]
    for (const [place, url] of order.entries()) {
      try {
        const attempt = () => ask({ url, path, signal })
        const text = await withRetries({ attempt, mayRetry: mayRetryHttp, clock, random: Math.random, signal })
        current = url
        return parsed({ text, schema, expected, isText })
      } catch (error) {
        if (place === order.length - 1 || !mayAskAnother(error)) throw error
      }
    }
    throw new InvalidResponseError({ expected })
  }
  return {
    read,
    async find(request) {
      try {
        return await read(request)
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return undefined
        throw error
      }
    },
    async broadcast({ hex, signal }) {
      await broadcast(() => ask({ url: current, path: '/tx', body: hex, signal }))
    },
  }
}

/** An answer that the ledger doesn't know something is an answer; so is the caller's own end. */
function mayAskAnother(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500 || error.status === 429 || error.status === 403
  return error instanceof FoyerError && error.code !== 'aborted'
}

function parsed<T>({
  text,
  schema,
  expected,
  isText,
}: Pick<Read<T>, 'schema' | 'expected'> & { readonly text: string; readonly isText: boolean }): T {
  const context = { method: 'esplora' }
  const { success, output } = v.safeParse(schema, isText ? text.trim() : readJson({ text, context }))
  if (!success) throw new InvalidResponseError({ expected, context })
  return output
}
