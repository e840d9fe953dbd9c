/** Permissions to act for an account within limits: granted by its visitor in the wallet, listed, and taken back. */

export {
  type AccountSession,
  type AccountSessions,
  accountSessions,
  noteGranted,
  showGranted,
} from './accountSessions.js'
export {
  createPermissions,
  type PermissionsForm,
  type PermissionsPhase,
  type PermissionsState,
} from './createPermissions.js'
export { type GrantPermissionsParameters, grantPermissions } from './grantPermissions.js'
export { permissions, readPermission, supportedPermissions } from './readPermissions.js'
export { type RevokePermissionsParameters, revokePermissions } from './revokePermissions.js'
export type { RedeemOptions, SessionMaker, SessionOf, SessionPhase, SessionState } from './session.js'
export {
  type PeriodUnit,
  type SessionStatus,
  type ShownSession,
  type ShownTerms,
  shownSession,
} from './shownSession.js'
export { type WalletPermissions, walletPermissions } from './walletPermissions.js'
