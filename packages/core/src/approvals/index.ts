/** What others may take of an account, and how it is taken back. */
export type { ApprovalsState } from './openApprovals.js'
export {
  approvalKey,
  approvalOf,
  type GivenApproval,
  isUnlimited,
  type RevocationRound,
  watchApprovals,
} from './openApprovals.js'
export { dismissRevoking, passApproval, type Revoking, type Revokings, revoke, revokings } from './revoking.js'
