export { readContext } from './delegation.js'
export { isStanding } from './grantState.js'
export { isGrantOf } from './olderPermission.js'
