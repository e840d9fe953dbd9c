/** Permissions to act for an account within limits: granted by its visitor in the wallet, listed, and taken back. */

export {
  createPermissions,
  type PermissionsForm,
  type PermissionsPhase,
  type PermissionsState,
} from './createPermissions.js'
export { type GrantPermissionsParameters, grantPermissions } from './grantPermissions.js'
export { permissions, supportedPermissions } from './readPermissions.js'
export { type RevokePermissionsParameters, revokePermissions } from './revokePermissions.js'
export { type WalletPermissions, walletPermissions } from './walletPermissions.js'
