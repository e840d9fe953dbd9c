/** What wallets of NEAR are asked over a WalletConnect session and nodes by JSON-RPC, and what they answer: for both sides. */

export { accountQuery, type NearOutcome, readOutcome } from '../chain/queries.js'
export { type NearMethod, type NearMethods, nearMethods } from './methods.js'
