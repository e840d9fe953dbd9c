import type { ReachedWallet } from '../connection/reach.js'
import type { CallsRequest } from '../connector/calls.js'
import type { FoyerContext, Queries } from '../context.js'
import type { CallOutcome } from '../errors/calls.js'
import type { ActivityType } from '../transactions/activityItem.js'
import type { TrackedSwap } from '../transactions/trackedTransaction.js'

/** The description in the activity of what is sent. */
export interface ReadOfBatch {
  /** The kind of activity that the visitor reads, such as `approve` or `trade`; of a batch `execute` by default. */
  readonly type?: ActivityType | undefined
  /** The amounts that it sells and buys, where it is a swap. */
  readonly swap?: TrackedSwap | undefined
}

/** A batch while it is being sent. */
export interface Batch {
  readonly context: FoyerContext
  readonly queries: Queries
  readonly reached: ReachedWallet
  readonly request: CallsRequest & ReadOfBatch
  /** Of each call that was asked for, one at a time. */
  readonly outcomes: CallOutcome[]
}
