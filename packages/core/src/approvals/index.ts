/** The approvals of an account, and their revocation. */

export * from './approvals.js'
export type { AccountApprovals } from './feature.js'
export { approvalKey, approvalOf, type GivenApproval, isUnlimited, type RevocationRound } from './openApproval.js'
