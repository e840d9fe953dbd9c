import type { NetworkId } from '../chain/ids.js'
import type { Asset } from '../connector/family.js'
import type { HeldNft, OpenApproval } from '../wire/account.js'

// What views are opened with: an account's NFT, an approval that it has given, what it is to send.

/** An NFT of the account. Its texts are a stranger's. */
export interface Nft extends HeldNft {
  readonly networkId: NetworkId
}

/** An approval, and whose it is. */
export interface GivenApproval {
  /** The approval itself. */
  readonly approval: OpenApproval
  /** Its network. */
  readonly networkId: NetworkId
  /** The account that gave it. */
  readonly account: string
}

/** A round through several approvals, of which each is shown, and signed, by itself. */
export interface RevocationRound {
  /** Those that come after the one that is shown. */
  readonly following: readonly GivenApproval[]
  /** The number in all. */
  readonly count: number
}

/** An asset in a form: an NFT comes with what its list knows of it. */
export type SendAsset =
  | Exclude<Asset, { readonly type: 'nft' }>
  | (Extract<Asset, { readonly type: 'nft' }> & {
      readonly name?: string | undefined
      readonly imageUrl?: string | undefined
      /** The account's balance of it, where its standard counts them: a whole number as text. */
      readonly balance?: string | undefined
    })
