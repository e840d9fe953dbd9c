/** The requests to wallets of Tezos over a WalletConnect session and to nodes by paths, and their answers: for both sides. */

export { kindOf, parseAddress } from '../addresses/address.js'
export { nodePaths } from '../chain/paths.js'
export { balanceQuery, headerQuery } from '../chain/queries.js'
export { type TezosMethod, type TezosMethods, tezosMethods } from './methods.js'
