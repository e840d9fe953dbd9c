export type { Identity } from '../query/named.js'
export { type AccountTab, accountTab, walletFeatures } from './accountFeatures.js'
export type { CoinBalance } from './balances.js'
export { displayWorth, type HeldToken, heldToken, heldTokens, totalUsd } from './heldTokens.js'
