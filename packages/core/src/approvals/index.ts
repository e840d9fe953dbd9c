/** What others may take of an account, and how it is taken back. */

export type { AccountApprovals } from './accountApprovals.js'
export * from './approvals.js'
export { approvalKey, approvalOf, type GivenApproval, isUnlimited, type RevocationRound } from './openApproval.js'
