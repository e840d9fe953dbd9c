/**
 * The permissions by which an application's key acts for an account within bounds that the chain enforces (ERC-7715,
 * ERC-7710), by the method that asks for them.
 */

export { chainOf } from './ending.js'
export { grantPermissions, requestPermissions } from './grant.js'
export { grantedPermissions, supportedPermissions } from './granted.js'
export { revokePermission, revokePermissions } from './revoke.js'
