/** What wallets of Cardano are asked over a WalletConnect session and nodes by their paths, and what they answer: for both sides. */

export { isOnNetwork, parseAddress, writeAddress } from '../addresses/address.js'
export { addressQuery, isGenesisOf } from '../chain/queries.js'
export { koiosPaths } from '../chain/rest.js'
export { type CardanoMethod, type CardanoMethods, cardanoMethods } from './methods.js'
