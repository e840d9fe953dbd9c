/** The requests to wallets of NEAR over a WalletConnect session and to nodes by JSON-RPC, and their answers: for both sides. */

export { accountQuery, type NearOutcome, readOutcome } from '../chain/queries.js'
export { type NearMethod, type NearMethods, nearMethods } from './methods.js'
