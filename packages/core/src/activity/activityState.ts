import type { WatchStatus } from '../account/watchAccount.js'
import type { Network } from '../networks/network.js'
import type { ActivityItem } from './activityItem.js'
import type { PendingItem } from './trackedItems.js'

/** What is known of an account's history by now. */
export interface ActivityState {
  /** `idle`: no account is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: WatchStatus
  /** Undefined while it is idle. */
  readonly network: Network | undefined
  /** Newest first, joined with what was sent through the kit; spam and what happened on other networks is left out [S5.16 S5.17]. */
  readonly items: readonly ActivityItem[]
  /** What was sent through the kit and is in no block yet, newest first. */
  readonly pending: readonly PendingItem[]
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** The older ones couldn't be had; `loadMore` asks again. */
  readonly moreFailed: boolean
  /** Asks for the next, older page; nothing where there is none, or it is on its way. */
  readonly loadMore: () => void
  /** Asks again for what is known, whatever its age. */
  readonly refetch: () => void
}

/** While nothing is connected. */
export const idleActivity: ActivityState = {
  status: 'idle',
  network: undefined,
  items: [],
  pending: [],
  hasMore: false,
  isLoadingMore: false,
  moreFailed: false,
  loadMore: () => {},
  refetch: () => {},
}
