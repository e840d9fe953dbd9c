/** The approvals of an account, and their revocation. */

export type { GivenApproval, RevocationRound } from '../state/viewParams.js'
export * from './approvals.js'
export type { AccountApprovals } from './feature.js'
export { approvalKey, approvalOf, isUnlimited } from './openApproval.js'
