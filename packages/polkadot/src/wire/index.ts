/** The requests to wallets of Polkadot over a WalletConnect session and to nodes by JSON-RPC, and their answers: for both sides. */

export { isSameAccount, readAddress, writeAddress } from '../addresses/ss58.js'
export { chainIn, isGenesisOf } from '../chain/chains.js'
export { coinsQuery, genesisQuery } from '../chain/queries.js'
export { type PolkadotMethod, type PolkadotMethods, polkadotMethods } from './methods.js'
