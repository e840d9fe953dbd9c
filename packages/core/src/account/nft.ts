import type { NetworkId } from '../chain/ids.js'
import type { NoParams } from '../view/viewParams.js'
import type { HeldNft } from '../wire/account.js'

declare module '../view/viewParams.js' {
  interface ViewParams {
    /** All NFTs of the account, by themselves. */
    Nfts: NoParams
    Nft: { readonly nft: Nft }
  }
}

/** An NFT of the account. Its texts are a stranger's. */
export interface Nft extends HeldNft {
  readonly networkId: NetworkId
}

/** Distinguishes it from all others. */
export const nftKey = ({ networkId, contract, tokenId }: Pick<Nft, 'networkId' | 'contract' | 'tokenId'>): string =>
  `${networkId}/${contract.toLowerCase()}/${tokenId}`
