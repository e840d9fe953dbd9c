export { contextOf, type Delegation, delegationPayload, readContext, type SignedDelegation } from './delegation.js'
export { type ChainReads, isStanding } from './grantState.js'
export { isGrantOf } from './olderPermission.js'
