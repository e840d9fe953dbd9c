/** The NFTs that an account holds. */

export type { AccountNfts } from '../query/named.js'
export { type Nft, nftKey } from './nft.js'
