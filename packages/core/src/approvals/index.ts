/** What others may take of an account, and how it is taken back. */

export {
  dismissRevoking,
  passApproval,
  type Revoking,
  revoke,
  revokingOf,
  watchApprovals,
} from './approvals.js'
export type { ApprovalsState } from './openApproval.js'
export { approvalKey, approvalOf, type GivenApproval, isUnlimited, type RevocationRound } from './openApproval.js'
