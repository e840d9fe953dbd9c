export { type BalanceParameters, type BalanceState, balanceQuery, type NativeBalance, watchBalance } from './balance.js'
export { type Identity, type IdentityParameters, type IdentityState, identityQuery, watchIdentity } from './identity.js'
export { queryClientOf } from './queryClientOf.js'
export type { WatchStatus } from './watchAccount.js'
