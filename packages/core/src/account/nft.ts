import type { NetworkId } from '../chain/ids.js'
import type { HeldNft } from '../wire/account.js'

/** An NFT of the account. Its texts are a stranger's. */
export interface Nft extends HeldNft {
  readonly networkId: NetworkId
}

/** Distinguishes it from all others. */
export const nftKey = ({ networkId, contract, tokenId }: Pick<Nft, 'networkId' | 'contract' | 'tokenId'>): string =>
  `${networkId}/${contract.toLowerCase()}/${tokenId}`
