/** What an account has done: its history at the operator's server, and what was sent through the kit. */
export type { AccountHistory } from './activity.js'
export {
  type ActivityItem,
  type ActivityItemsParameters,
  type ActivityStatus,
  type ActivityTransfer,
  type ActivityType,
  activityAmount,
  activityItems,
} from './activityItem.js'
export { type PendingItem, trackedItem, type WithTrackedParameters, withTracked } from './trackedItems.js'
