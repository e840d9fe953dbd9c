/** Where features declare what is theirs, such as their views: a program that has the kit has it. */

export type {} from './account/balances.js'
export type {} from './account/identity.js'
export type {} from './account/nft.js'
export type {} from './account/nfts.js'
export type {} from './activity/activity.js'
export type {} from './approvals/accountApprovals.js'
export type {} from './approvals/openApproval.js'
export type {} from './queries.js'
export type {} from './send/form.js'
