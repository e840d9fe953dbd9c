/** What an account has done. */
export type { AccountHistory, PendingItem } from './activity.js'
export type { ActivityItem, ActivityStatus, ActivityTransfer, ActivityType } from './activityItem.js'
