import type { Nft } from '../view/viewSubjects.js'

export type { Nft }

/** Distinguishes it from all others. */
export const nftKey = ({ networkId, contract, tokenId }: Pick<Nft, 'networkId' | 'contract' | 'tokenId'>): string =>
  `${networkId}/${contract.toLowerCase()}/${tokenId}`
