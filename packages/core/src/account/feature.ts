import type { TokenBalance } from '../connector/family.js'
import type { Feature } from '../feature/feature.js'
import type { Nft, NoParams } from '../state/viewParams.js'

/** The NFTs of an account. */
export const nfts = { views: { Nfts: {}, Nft: {} } } as const satisfies Feature

/** An account's balance of its network's own coin. */
export interface CoinBalance {
  /** In the smallest unit (wei, lamports, satoshi). */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
}

/** An account's name and picture, as the operator's server knows them. */
export interface Identity {
  /** Undefined where there is none. */
  readonly name: string | undefined
  /** The picture's URL. */
  readonly avatar: string | undefined
}

/** An account's NFTs, as far as they are known. */
export interface AccountNfts {
  /** What came in the account's own transactions first, each received last first, spam among them. */
  readonly nfts: readonly Nft[]
  /** Whether the server has seen all that the account was ever given: else there may be others. */
  readonly known: boolean
}

declare module '../query/definition.js' {
  interface Fetchable {
    /** The balance in its network's own coin, from the chain. */
    readonly balance: CoinBalance
    /** All that it holds, the network's own coin too: every 10 s. */
    readonly tokens: readonly TokenBalance[]
    /** Its name and picture, where the host named a server to ask. */
    readonly identity: Identity
    /** The NFTs that it holds, by pages. */
    readonly nfts: AccountNfts
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** All NFTs of the account, by themselves. */
    Nfts: NoParams
    Nft: { readonly nft: Nft }
  }
}
