/** The NFTs of an account. */

export type { NftsState } from './watchNfts.js'
export { type Nft, nftKey, watchNfts } from './watchNfts.js'
