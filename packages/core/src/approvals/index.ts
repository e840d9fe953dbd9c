/** What others may take of an account, and how it is taken back. */

export type { GivenApproval, RevocationRound } from '../state/viewParams.js'
export * from './approvals.js'
export type { AccountApprovals } from './feature.js'
export { approvalKey, approvalOf, isUnlimited } from './openApproval.js'
