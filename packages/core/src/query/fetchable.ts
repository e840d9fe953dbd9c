import type { TokenBalance } from '../connector/family.js'
import type { Network } from '../networks/network.js'
import type { GivenApproval, Nft } from '../state/viewSubjects.js'
import type { ActivityItem } from '../transactions/activityItem.js'
import type { TrackedTransaction } from '../transactions/trackedTransaction.js'

/** The things that are fetched of an account, by name. */
export interface Fetchable {
  /** What it holds of its network's own coin, from the chain. */
  readonly balance: CoinBalance
  /** All that it holds, the network's own coin too: every 10 s. */
  readonly tokens: readonly TokenBalance[]
  /** Its name and picture, where the host named a server to ask. */
  readonly identity: Identity
  /** What it has done, by pages, joined with what was sent through the kit. */
  readonly activity: AccountHistory
  /** The NFTs that it holds, by pages. */
  readonly nfts: AccountNfts
  /** What others may take of it. */
  readonly approvals: AccountApprovals
}

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
  /** Where the picture is. */
  readonly avatar: string | undefined
}

/** An account's history on a network. */
export interface AccountHistory {
  readonly network: Network
  /** Newest first, joined with what was sent through the kit; spam and what happened on other networks is left out [S5.16 S5.17]. */
  readonly items: readonly ActivityItem[]
  /** What was sent through the kit and is in no block yet, newest first. */
  readonly pending: readonly PendingItem[]
}

/** A line that is pending, with its transaction. */
export interface PendingItem extends ActivityItem {
  readonly tracked: TrackedTransaction
  /** By this one it is sped up and cancelled: the last in its place. */
  readonly latestHash: string
}

/** An account's NFTs, as far as they are known. */
export interface AccountNfts {
  /** Received last first, spam among them. */
  readonly nfts: readonly Nft[]
  /** Whether the server has seen all that the account was ever given: else there may be others. */
  readonly known: boolean
}

/** An account's open approvals, as far as they are known. */
export interface AccountApprovals {
  /** Open on the chain when they were read, spam among them. */
  readonly approvals: readonly GivenApproval[]
  /** Whether the server has seen all that the account ever approved: else there may be others. */
  readonly known: boolean
}
