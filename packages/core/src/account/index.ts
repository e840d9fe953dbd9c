export { type BalanceParameters, balanceQuery, type NativeBalance } from './balanceQuery.js'
export { queryClientOf } from './queryClientOf.js'
export { type BalanceState, watchBalance } from './watchBalance.js'
