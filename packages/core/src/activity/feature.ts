import type { NetworkId } from '../chain/ids.js'
import type { ReplacementKind } from '../connector/family.js'
import type { Feature } from '../feature/feature.js'
import type { Network } from '../networks/network.js'
import type { NoParams } from '../state/viewParams.js'
import type { ActivityItem } from '../transactions/activityItem.js'
import type { TrackedTransaction } from '../transactions/trackedTransaction.js'

/** The history of an account. */
export const activity = {
  feature: 'history',
  views: { Transactions: {}, ReplaceTransaction: {} },
  events: ['LOAD_MORE_TRANSACTIONS', 'ERROR_FETCH_TRANSACTIONS'],
} as const satisfies Feature

/** An account's history on a network. */
export interface AccountHistory {
  readonly network: Network
  /** Newest first, joined with what was sent through the kit; spam and what happened on other networks is left out [S5.16 S5.17]. */
  readonly items: readonly ActivityItem[]
  /** Transactions sent through the kit that are in no block yet, newest first. */
  readonly pending: readonly PendingItem[]
}

/** A line that is pending, with its transaction. */
export interface PendingItem extends ActivityItem {
  readonly tracked: TrackedTransaction
  /** By this one it is sped up and cancelled: the last in its place. */
  readonly latestHash: string
}

/** The properties of an event about a history: the account's, and the page that was asked for. */
type HistoryProperties = {
  readonly address: string
  readonly projectId: string
  readonly cursor?: string | undefined
  readonly isSmartAccount: boolean
}

declare module '../config/options.js' {
  interface Features {
    /** Shows the account's history in the modal. */
    readonly history: boolean
  }
}

declare module '../query/definition.js' {
  interface Fetchable {
    /** Its history, by pages, joined with what was sent through the kit. */
    readonly activity: AccountHistory
  }
}

declare module '../events/event.js' {
  interface KitEvents {
    /** Older activity was asked for. */
    readonly LOAD_MORE_TRANSACTIONS: HistoryProperties
    /** Activity couldn’t be fetched. */
    readonly ERROR_FETCH_TRANSACTIONS: HistoryProperties
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    Transactions: NoParams
    /** Speeds a pending transaction up, or cancels it. */
    ReplaceTransaction: { readonly networkId: NetworkId; readonly hash: string; readonly kind: ReplacementKind }
  }
}
