import type { Nft } from '../state/viewSubjects.js'

export type { Nft }

/** Distinguishes it from all others. */
export const nftKey = ({ networkId, contract, tokenId }: Pick<Nft, 'networkId' | 'contract' | 'tokenId'>): string =>
  `${networkId}/${contract.toLowerCase()}/${tokenId}`
