import type { Network } from '@foyer/core'

/** What of a network its explorer has a page of, by the page's path. */
export type ExplorerPage =
  | { readonly of: 'address'; readonly id: string }
  | { readonly of: 'tx'; readonly id: string }
  /** One NFT of a contract. */
  | { readonly of: 'token'; readonly id: string; readonly tokenId: string }

/**
 * Pure: a page of a network's own explorer, http and https only; undefined where the network has none [F29].
 *
 * @see EIP-3091 for the paths
 */
export function explorerUrl(
  network: Pick<Network, 'blockExplorers'> | undefined,
  page: ExplorerPage,
): string | undefined {
  const url = network?.blockExplorers?.default.url.trim() ?? ''
  if (!/^https?:\/\//i.test(url)) return undefined
  const path = `${url.replace(/\/+$/, '')}/${page.of}/${encodeURIComponent(page.id)}`
  return page.of === 'token' ? `${path}?a=${encodeURIComponent(page.tokenId)}` : path
}
