/** What others may take of an account, and how it is taken back. */
export type { ApprovalsState } from './openApproval.js'
export { approvalKey, approvalOf, type GivenApproval, isUnlimited, type RevocationRound } from './openApproval.js'
export { dismissRevoking, passApproval, type Revoking, type Revokings, revoke, revokings } from './revoking.js'
export { watchApprovals } from './watchApprovals.js'
