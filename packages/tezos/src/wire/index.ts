/** What wallets of Tezos are asked over a WalletConnect session and nodes by paths, and what they answer: for both sides. */

export { kindOf, parseAddress } from '../addresses/address.js'
export { nodePath, nodeResult } from '../chain/paths.js'
export { balanceQuery, headerQuery, type Query } from '../chain/queries.js'
export { type TezosMethod, type TezosMethods, tezosMethods } from './methods.js'
