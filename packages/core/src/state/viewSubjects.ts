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
  /** What was approved. */
  readonly approval: OpenApproval
  /** Where it stands. */
  readonly networkId: NetworkId
  /** The account that gave it. */
  readonly account: string
}

/** A round through several approvals, of which each is shown, and signed, by itself. */
export interface RevocationRound {
  /** Those that come after the one that is shown. */
  readonly following: readonly GivenApproval[]
  /** How many there are in all. */
  readonly count: number
}

/** What a form sends: an NFT comes with what its list knows of it. */
export type SendAsset =
  | Exclude<Asset, { readonly type: 'nft' }>
  | (Extract<Asset, { readonly type: 'nft' }> & {
      readonly name?: string | undefined
      readonly imageUrl?: string | undefined
      /** How many of it the account holds, where its standard counts them: a whole number as text. */
      readonly balance?: string | undefined
    })
