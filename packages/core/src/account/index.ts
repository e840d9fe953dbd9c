export { type AccountTab, accountTab, walletFeatures } from './accountFeatures.js'
export type { AccountHoldings, HoldingsByAddress } from './balances.js'
export {
  type BalanceParameters,
  balanceQuery,
  type NativeBalance,
  tokenBalancesQuery,
} from './balances.js'
export { displayWorth, type HeldToken, heldToken, heldTokens, totalUsd } from './heldTokens.js'
export { type Identity, type IdentityParameters, identityQuery } from './identity.js'
export { queryClientOf } from './queryClientOf.js'
export {
  type BalanceState,
  type IdentityState,
  type TokenBalancesState,
  watchBalance,
  watchIdentity,
  watchTokenBalances,
} from './watch.js'
export type { WatchStatus } from './watchAccount.js'
