import { familyTraits } from '../chain/familyTraits.js'
import type { Network } from './network.js'
import { parseUrl } from './urls.js'

/** What has a page at an explorer: an account, a transaction, or one NFT of a contract. */
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
  const url = parseUrl(network?.blockExplorers?.default.url ?? '')
  if (!network || !url || !['http:', 'https:'].includes(url.protocol)) return undefined
  const { accountPath, transactionPath } = familyTraits(network.chainNamespace)
  const [path, id] =
    'hash' in page
      ? [transactionPath, page.hash]
      : 'token' in page
        ? ['token', page.token]
        : [accountPath, page.address]
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}`
  if ('tokenId' in page) url.searchParams.set('a', page.tokenId)
  return url.href
}
