/** The NFTs that an account holds. */
export { type Nft, nftKey } from './nft.js'
export type { AccountNfts } from './nfts.js'
