import type { Family, NetworkId } from '../chain/ids.js'
import type { Network } from './network.js'

/**
 * Reads an address, or nothing where it isn't one. Not by `URL.canParse`: it is missing in browsers of before 2024 and in many wallets', and Node 20's,
 * once it is called often, denies every address with a letter such as ü.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The operator's RPC proxy: one address for many networks. */
export interface RpcProxy {
  /** The operator's server, without a path, such as `https://foyer.example`. */
  readonly api: string
  readonly projectId: string
  /** The networks that it serves; every one of its families where it isn't said. */
  readonly networkIds?: readonly NetworkId[] | undefined
}

export interface RpcUrlsParameters {
  readonly network: Network
  /** A host's own addresses, by CAIP-2 id; they come first. */
  readonly customRpcUrls?: Readonly<Record<string, readonly { readonly url: string }[]>> | undefined
  readonly proxy?: RpcProxy | undefined
}

/** The kinds of network that an RPC proxy answers for [S7.33]. */
const proxied: readonly Family[] = ['eip155', 'solana', 'bip122', 'near']

/**
 * The addresses that the kit calls a network by, in order: the host's own addresses, the operator's proxy if it serves the network, then the
 * network's default list.
 *
 * @see S7.33, S7.34
 * @example rpcUrlsFor({ network: base, proxy: { api: 'https://foyer.example', projectId: 'p' } })
 * // ['https://foyer.example/v1/?chainId=eip155%3A8453&projectId=p', 'https://mainnet.base.org']
 */
export function rpcUrlsFor({ network, customRpcUrls, proxy }: RpcUrlsParameters): readonly string[] {
  const custom = customUrls({ network, customRpcUrls })
  const own = network.rpcUrls.default.http
  if (!proxy || !proxied.includes(network.chainNamespace)) return unique([...custom, ...own])
  const served = proxy.networkIds?.includes(network.caipNetworkId) ?? true
  const atProxy = served ? [`${proxy.api.replace(/\/+$/, '')}/v1/`] : []
  return unique([...custom, ...atProxy, ...own].map((url) => completed({ url, network, proxy })))
}

/**
 * What a wallet receives when it is asked to add a network (EIP-3085): the host's own addresses and the network's. Never the
 * operator's proxy, whose address carries the project id.
 */
export function walletRpcUrlsFor({ network, customRpcUrls, proxy }: RpcUrlsParameters): readonly string[] {
  const { chainDefault, default: own } = network.rpcUrls
  const urls = [...customUrls({ network, customRpcUrls }), ...(chainDefault ?? own).http]
  return unique(proxy ? urls.filter((url) => !isOnProxy(url, proxy)) : urls)
}

function customUrls({ network, customRpcUrls }: Pick<RpcUrlsParameters, 'network' | 'customRpcUrls'>): string[] {
  return (customRpcUrls?.[network.caipNetworkId] ?? []).map(({ url }) => url)
}

function isOnProxy(url: string, { api }: RpcProxy): boolean {
  const origin = parseUrl(url)?.origin
  return origin !== undefined && origin === parseUrl(api)?.origin
}

/** Adds to an address on the proxy what its query lacks; what is there stays. Another address stays as it is. */
function completed({ url, network, proxy }: { url: string; network: Network; proxy: RpcProxy }): string {
  if (!isOnProxy(url, proxy)) return url
  const complete = new URL(url)
  const { searchParams } = complete
  if (!searchParams.has('chainId')) searchParams.set('chainId', network.caipNetworkId)
  if (!searchParams.has('projectId')) searchParams.set('projectId', proxy.projectId)
  return complete.href
}

const unique = (urls: readonly string[]): readonly string[] => [...new Set(urls)]
