import type { NetworkId } from '../chain/ids.js'
import type { NoParams } from '../view/noParams.js'
import type { HeldNft } from '../wire/account.js'

/** The views of NFTs. */
export interface NftViews {
  /** All NFTs of the account, by themselves. */
  Nfts: NoParams
  Nft: { readonly nft: Nft }
}

/** An NFT of the account. Its texts are a stranger's. */
export interface Nft extends HeldNft {
  readonly networkId: NetworkId
}

/** Distinguishes it from all others. */
export const nftKey = ({ networkId, contract, tokenId }: Pick<Nft, 'networkId' | 'contract' | 'tokenId'>): string =>
  `${networkId}/${contract.toLowerCase()}/${tokenId}`

/** What is known of an account's NFTs by now. */
export interface NftsState {
  /** `idle`: no account is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Received last first, spam among them. */
  readonly nfts: readonly Nft[]
  /** Whether the server has seen all that the account was ever given: else there may be others. */
  readonly known: boolean
  /** What follows: `none` at the end. */
  readonly more: 'none' | 'there' | 'loading' | 'failed'
  /** Asks for the page that follows. */
  readonly loadMore: () => void
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}
