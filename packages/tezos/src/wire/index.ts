/** What wallets of Tezos are asked over a WalletConnect session and nodes by paths, and what they answer: for both sides. */

export { kindOf, parseAddress } from '../addresses/address.js'
export { nodePaths } from '../chain/paths.js'
export { balanceQuery, headerQuery } from '../chain/queries.js'
export { type TezosMethod, type TezosMethods, tezosMethods } from './methods.js'
