/** What is fetched and cached: balances, tokens, names, histories, and whatever a feature's room defines. */
export type { AccountHistory, PendingItem } from '../activity/activity.js'
export type { ActivityItem, ActivityStatus, ActivityTransfer, ActivityType } from '../activity/activityItem.js'
export type { AccountSubject, Definition, Fetched, OfAccount } from './definition.js'
export type { Fetchable } from './named.js'
export { watch } from './watch.js'
