/** The requests to wallets of Cardano over a WalletConnect session and to nodes by their paths, and their answers: for both sides. */

export { isOnNetwork, parseAddress, writeAddress } from '../addresses/address.js'
export { addressQuery, isGenesisOf } from '../chain/queries.js'
export { koiosPaths } from '../chain/rest.js'
export { type CardanoMethod, type CardanoMethods, cardanoMethods } from './methods.js'
