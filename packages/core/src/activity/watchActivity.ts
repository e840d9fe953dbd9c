import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { type ActivityState, idleActivity } from './activityQuery.js'

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
