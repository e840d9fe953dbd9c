/** What an account has done: its history at the operator's server, and what was sent through the kit. */
export type { AccountHistory, PendingItem } from './activity.js'
export type { ActivityItem, ActivityStatus, ActivityTransfer, ActivityType } from './activityItem.js'
