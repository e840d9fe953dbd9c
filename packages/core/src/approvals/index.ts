/** What others may take of an account, and how it is taken back. */

export * from './approvals.js'
export type { AccountApprovals } from './feature.js'
export { approvalKey, approvalOf, type GivenApproval, isUnlimited, type RevocationRound } from './openApproval.js'
