import * as v from 'valibot'
import { formatPageMark, parsePageMark } from '../history/pageMark.js'
import type { NftId } from '../nfts/nft.js'

/** The place of an NFT among those that an account holds. */
export interface HeldNftPlace extends NftId {
  /** whether the account signed the transaction in which it was given it */
  readonly isOwn: boolean
  readonly blockNumber: number
}

/** The beginning of a provider's next page, in its own words. */
export interface NftMark {
  readonly mark: string
}

const Written = v.union([
  v.strictTuple([
    v.literal(1),
    v.boolean(),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/)),
    v.pipe(v.string(), v.regex(/^\d{1,78}$/)),
    v.picklist(['erc721', 'erc1155']),
  ]),
  v.strictTuple([v.literal(2), v.pipe(v.string(), v.maxLength(300))]),
])

export function formatHeldNftCursor(place: HeldNftPlace | NftMark): string {
  const written =
    'mark' in place
      ? [2, place.mark]
      : [1, place.isOwn, place.blockNumber, place.contract, String(place.tokenId), place.standard]
  return formatPageMark(written)
}

/** @throws InvalidInputError */
export function parseHeldNftCursor(text: string): HeldNftPlace | NftMark {
  const output = parsePageMark(Written, text)
  if (output[0] === 2) return { mark: output[1] }
  const [, isOwn, blockNumber, contract, tokenId, standard] = output
  return { isOwn, blockNumber, contract, tokenId: BigInt(tokenId), standard }
}
