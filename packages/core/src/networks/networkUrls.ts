import { familyTraits } from '../chain/families.js'
import type { NetworkId } from '../chain/ids.js'
import type { Network } from './network.js'
import { parseUrl } from './urls.js'

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
  if (!proxy || !familyTraits(network.chainNamespace).isProxied) return unique([...custom, ...own])
  const served = proxy.networkIds?.includes(network.caipNetworkId) ?? true
  const atProxy = served ? [`${proxy.api.replace(/(?<!\/)\/+$/, '')}/v1/`] : []
  return unique([...custom, ...atProxy, ...own].map((url) => completed({ url, network, proxy })))
}

/**
 * Returns the URLs that a wallet receives for a network to add (EIP-3085): the host's own and the network's. Never the
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

/** The subject of an explorer's page: an account, a transaction, or one NFT of a contract. */
export type ExplorerPage =
  | { readonly address: string }
  | { readonly hash: string }
  | { readonly token: string; readonly tokenId: string }

/**
 * The page that a network's explorer has of an account or a transaction. What stands behind the explorer's address, such as `?cluster=devnet`, stays.
 *
 * @returns undefined where the network has no explorer, or its address is neither http nor https
 * @example explorerUrl({ network: solana, page: { address } }) // 'https://solscan.io/account/HAgk…'
 */
export function explorerUrl({
  network,
  page,
}: {
  readonly network: Network | undefined
  readonly page: ExplorerPage
}): string | undefined {
  const explorer = network?.blockExplorers?.default
  const url = parseUrl(explorer?.url ?? '')
  if (!network || !url || !['http:', 'https:'].includes(url.protocol)) return undefined
  const { accountPath, transactionPath } = familyTraits(network.chainNamespace)
  const [path, id] =
    'hash' in page
      ? [explorer?.paths?.transaction ?? transactionPath, page.hash]
      : 'token' in page
        ? ['token', page.token]
        : [explorer?.paths?.account ?? accountPath, page.address]
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${path}/${encodeURIComponent(id)}`
  if ('tokenId' in page) url.searchParams.set('a', page.tokenId)
  return url.href
}
