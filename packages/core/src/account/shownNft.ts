import { shortenAddress } from '../chain/display.js'
import { shownName } from '../connector/listedWallet.js'
import type { Nft } from '../state/viewParams.js'

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
  /** The picture's URL, at the operator's server; undefined where there is none, and for a film. Show it in an `img` and nowhere else. */
  readonly image: string | undefined
  /** The URL of the film it has instead. Show it in a `video` and nowhere else, and fetch nothing of it before it is played. */
  readonly film: string | undefined
}

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

/** Distinguishes it from all others. */
export const nftKey = ({ networkId, contract, tokenId }: Pick<Nft, 'networkId' | 'contract' | 'tokenId'>): string =>
  `${networkId}/${contract.toLowerCase()}/${tokenId}`
