/** What others may take of an account, and how it is taken back. */

export {
  dismissRevoking,
  passApproval,
  type Revoking,
  revoke,
  revokingOf,
} from './approvals.js'
export { approvalKey, approvalOf, type GivenApproval, isUnlimited, type RevocationRound } from './openApproval.js'
export type { AccountApprovals } from './openApprovals.js'
