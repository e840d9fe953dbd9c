import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import type { NftsState } from './nftsState.js'

/**
 * Follows the NFTs that a family's chosen account holds on its network, by pages, over changes of account and network. They are asked for at the
 * operator's server, which checks each against the chain; where it can't know of all, `known` is false.
 *
 * @returns stops
 * @example
 * const stop = watchNfts(foyer, {}, ({ nfts, more, loadMore }) => { if (more === 'there') loadMore() })
 */
export function watchNfts(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (nfts: NftsState) => void,
): () => void {
  return whenLoaded(foyer, {
    start: ({ startNfts }) => startNfts(foyer, options, listener),
    failed: (refetch) =>
      listener({ status: 'failed', nfts: [], known: false, more: 'none', loadMore: () => {}, refetch }),
  })
}
