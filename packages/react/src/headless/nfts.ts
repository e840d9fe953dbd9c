import { type AccountNfts, type Nft, nftKey } from '@foyer/core/account'
import { shortenAddress } from '@foyer/core/chain'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useFetched } from '../useFetched.js'
import type { OfFamily } from './account.js'
import { shownName } from './walletNames.js'

/** An NFT, ready to be shown: texts and the picture are a stranger's. */
export interface ShownNft {
  /** Distinguishes it in a list. */
  readonly key: string
  readonly nft: Nft
  /** Its name, without what could pose as another; else the collection's with the id, else the id. */
  readonly name: string
  readonly collection: string | undefined
  /** The id, shortened where it is long. */
  readonly shortId: string
  /** Where the picture is, at the operator's server; undefined where there is none, and for a film. Show it in an `img` and nowhere else. */
  readonly image: string | undefined
  /** Where the film is that it has instead. Show it in a `video` and nowhere else, and fetch nothing of it before it is played. */
  readonly film: string | undefined
}

export interface Nfts extends Pick<AccountNfts, 'known'>, Pick<Fetched<never>, 'status' | 'more' | 'loadMore'> {
  /** Received last first. */
  readonly nfts: readonly ShownNft[]
  /** Those that look as if they had been sent only to be seen. */
  readonly spam: readonly ShownNft[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * The NFTs that the chosen account holds on its network, by pages. They come from the operator's server, which checks each against the chain; where it
 * can't know of all, `known` is false.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { nfts, more, loadMore } = useFoyerNfts()
 * return <>{nfts.map(({ key, name, image }) => <figure key={key}><img src={image} alt="" />{name}</figure>)}</>
 */
export function useFoyerNfts({ family }: OfFamily = {}): Nfts {
  const { data: { nfts, known } = none, status, more, loadMore, refetch } = useFetched('nfts', { family })
  const listed = useMemo(() => nfts.map(shownNft), [nfts])
  return {
    status,
    known,
    more,
    loadMore,
    nfts: listed.filter(({ nft }) => !nft.isSpam),
    spam: listed.filter(({ nft }) => nft.isSpam),
    retry: refetch,
  }
}

const none: AccountNfts = { nfts: [], known: false }

/** Pure: a token's id, shortened as an address is. */
export const shortTokenId = (tokenId: string): string => `#${shortenAddress({ address: tokenId })}`

/** Pure: an NFT as it may be shown [F14]. */
export function shownNft(nft: Nft): ShownNft {
  const { tokenId, image } = nft
  const shortId = shortTokenId(tokenId)
  const collection = shownName(nft.collection ?? '') || undefined
  const own = shownName(nft.name ?? '')
  const isFilm = image?.content_type?.startsWith('video/') === true
  const isPicture = image?.content_type === undefined || image.content_type?.startsWith('image/') === true
  return {
    key: nftKey(nft),
    nft,
    name: own || (collection ? `${collection} ${shortId}` : shortId),
    collection,
    shortId,
    image: isPicture ? image?.url : undefined,
    film: isFilm ? image.url : undefined,
  }
}
