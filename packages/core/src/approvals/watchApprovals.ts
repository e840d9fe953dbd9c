import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import type { ApprovalsState } from './openApproval.js'

/**
 * Follows what others may take of a family's chosen account on its network, over changes of account and network, and after a transaction of this page.
 * It is asked for at the operator's server, which checks each approval against the chain; where it can't know of all, `known` is false.
 *
 * @returns stops
 * @example
 * const stop = watchApprovals(foyer, {}, ({ approvals, known }) => console.log(approvals.length, known))
 */
export function watchApprovals(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (approvals: ApprovalsState) => void,
): () => void {
  return whenLoaded(foyer, {
    start: ({ startApprovals }) => startApprovals(foyer, options, listener),
    failed: (refetch) => listener({ status: 'failed', approvals: [], known: false, refetch }),
  })
}
