/** The approvals of an account, and their revocation. */

export type { GivenApproval, RevocationRound } from '../state/viewParams.js'
export { dismissRevoking, passApproval, type Revoking, revoke, revokingOf } from './approvals.js'
export type { AccountApprovals } from './feature.js'
export { approvalKey, approvalOf, isUnlimited } from './openApproval.js'
