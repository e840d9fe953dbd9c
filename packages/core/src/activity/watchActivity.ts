import type { WatchStatus } from '../account/watchAccount.js'
import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
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

/**
 * Follows what a family's chosen account has done on its network: its history by pages, joined with what was sent through the kit, over changes of account and network: it begins anew with each. It is asked for
 * again after a transaction of this page, and once expired when the page is looked at again.
 *
 * @returns stops
 * @see S3.14, S5.16, S5.17, S7.5
 * @example
 * const stop = watchActivity(foyer, {}, ({ items, hasMore, loadMore }) => console.log(items.length))
 */
export function watchActivity(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (activity: ActivityState) => void,
): () => void {
  return whenLoaded(foyer, {
    start: ({ startActivity }) => startActivity(foyer, options, listener),
    failed: (refetch) => listener({ ...idleActivity, status: 'failed', refetch }),
  })
}
