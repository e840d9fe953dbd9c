/** The NFTs of an account. */
export { type Nft, nftKey } from './nft.js'
export type { NftsState } from './nftsState.js'
export { watchNfts } from './watchNfts.js'
