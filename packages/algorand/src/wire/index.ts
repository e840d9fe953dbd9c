/** The requests to wallets of Algorand over a WalletConnect session and to nodes by their paths, and their answers: for both sides. */

export { readAddress, writeAddress } from '../addresses/address.js'
export { isGenesisOf } from '../chain/genesis.js'
export { accountQuery, holdingQuery } from '../chain/queries.js'
export { algodPaths } from '../chain/rest.js'
export { type AlgorandMethod, type AlgorandMethods, algorandMethods } from './methods.js'
