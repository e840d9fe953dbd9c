import type { Transfer } from '@foyer/core/wire'

/** Which NFT of a network. */
export interface NftId {
  readonly contract: string
  readonly tokenId: bigint
  readonly standard: 'erc721' | 'erc1155'
}

/** An NFT in a history. */
export type NftInfo = NonNullable<Transfer['nft_info']>

/** Returns the key that all spellings of one NFT share. */
export const nftKey = ({ contract, tokenId }: Pick<NftId, 'contract' | 'tokenId'>): string =>
  `${contract.toLowerCase()}/${tokenId}`
