export { readContext } from './delegation.js'
export { type GrantStanding, standingOf } from './grantState.js'
export { isGrantOf } from './olderPermission.js'
