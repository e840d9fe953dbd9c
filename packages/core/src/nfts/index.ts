/** The NFTs of an account. */

export type { NftsState } from './nftsState.js'
export { type Nft, nftKey } from './nftsState.js'
export { watchNfts } from './watchNfts.js'
