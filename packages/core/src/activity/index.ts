/** What an account has done. */

export type { ActivityItem, ActivityStatus, ActivityTransfer, ActivityType } from '../transactions/activityItem.js'
export type { AccountHistory, PendingItem } from './activity.js'
